package dev.evolve.search.format;

/**
 * A piece of a CEL expression with its type, how tightly it binds and, for numbers, between what it
 * lies.
 */
record CelTerm(Type type, String text, int rank, double low, double high) implements CelValue {

  static final int CHOICE = 0;
  static final int OR = 1;
  static final int AND = 2;
  static final int RELATION = 3;
  static final int SUM = 4;
  static final int PRODUCT = 5;
  static final int SIGN = 6;
  static final int ATOM = 7;

  /** What it is. */
  enum Type {
    WHOLE,
    REAL,
    TRUTH,
    TEXT
  }

  static CelTerm whole(String text, int rank, double low, double high) {
    return new CelTerm(Type.WHOLE, text, rank, low, high);
  }

  static CelTerm whole(long number) {
    return whole(Long.toString(number), number < 0 ? SIGN : ATOM, number, number);
  }

  static CelTerm real(String text, int rank) {
    return new CelTerm(Type.REAL, text, rank, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  static CelTerm truth(String text, int rank) {
    return new CelTerm(Type.TRUTH, text, rank, 0, 1);
  }

  static CelTerm text(String value) {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return new CelTerm(Type.TEXT, '"' + escaped + '"', ATOM, 0, 0);
  }

  /** The text, in parentheses unless it binds at least as tightly as wanted. */
  String in(int wanted) {
    return rank >= wanted ? text : "(" + text + ")";
  }

  boolean isWhole() {
    return type == Type.WHOLE;
  }

  boolean isOne() {
    return isWhole() && low == 1 && high == 1;
  }

  boolean isZero() {
    return isWhole() && low == 0 && high == 0;
  }
}
