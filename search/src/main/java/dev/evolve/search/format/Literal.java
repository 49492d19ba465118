package dev.evolve.search.format;

import java.math.BigDecimal;

/**
 * A value of a parameter as a tuner's file has it.
 *
 * @param kind what it is
 * @param text its canonical text: {@code 16}, {@code 0.5}, {@code true}, {@code abc}
 */
public record Literal(Kind kind, String text) {

  /** What a value is. */
  public enum Kind {
    /** A whole number. */
    INTEGER,
    /** A number with a fraction. */
    REAL,
    /** True or false. */
    BOOLEAN,
    /** A text. */
    TEXT
  }

  /** A whole number. */
  public static Literal of(long value) {
    return new Literal(Kind.INTEGER, Long.toString(value));
  }

  /** A real number; finite. */
  public static Literal of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value is finite, not " + value);
    }
    return new Literal(Kind.REAL, Double.toString(value + 0.0));
  }

  /** True or false. */
  public static Literal of(boolean value) {
    return new Literal(Kind.BOOLEAN, Boolean.toString(value));
  }

  /** A text. */
  public static Literal of(String value) {
    return new Literal(Kind.TEXT, value);
  }

  /** True for whole and real numbers. */
  public boolean isNumber() {
    return kind == Kind.INTEGER || kind == Kind.REAL;
  }

  /** The number. */
  public double number() {
    return Double.parseDouble(text);
  }

  /** True if both are the same value, such as 1 and 1.0. */
  public boolean isSame(Literal other) {
    return equals(other) || (isNumber() && other.isNumber() && number() == other.number());
  }

  /** Equal for values that {@link #isSame} calls the same; for use as a key. */
  Object identity() {
    return isNumber() ? (Object) (number() + 0.0) : this;
  }

  /** The value as Python writes it, which is how it stands in the keys of a cache file. */
  public String python() {
    return switch (kind) {
      case INTEGER, TEXT -> text;
      case BOOLEAN -> text.equals("true") ? "True" : "False";
      case REAL -> python(number());
    };
  }

  private static String python(double number) {
    double size = Math.abs(number);
    BigDecimal shortest = new BigDecimal(Double.toString(number));
    if (size == 0 || (size >= 1e-4 && size < 1e16)) {
      String plain = shortest.stripTrailingZeros().toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    BigDecimal stripped = shortest.stripTrailingZeros();
    String digits = stripped.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - stripped.scale();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    String sign = exponent < 0 ? "-" : "+";
    String padded = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return (number < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + sign + padded;
  }
}
