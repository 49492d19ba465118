package dev.evolve.search.space;

/**
 * Truth in three values, as sets of what may come out: {@value #TRUE} true, {@value #FALSE} false,
 * {@value #ERROR} an error. An evaluation gives a set of one; bounds give all that may be. Logic is
 * that of CEL: a side that decides wins over an error of the other side.
 */
final class Truth {

  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int ERROR = 4;
  static final int EITHER = TRUE | FALSE;
  static final int ANYTHING = TRUE | FALSE | ERROR;

  private static final int[] AND = table(FALSE);
  private static final int[] OR = table(TRUE);

  private Truth() {}

  static int of(boolean holds) {
    return holds ? TRUE : FALSE;
  }

  static int and(int one, int other) {
    return AND[one << 3 | other];
  }

  static int or(int one, int other) {
    return OR[one << 3 | other];
  }

  static int not(int one) {
    return (one & ERROR) | (one & TRUE) << 1 | (one & FALSE) >> 1;
  }

  /** What an error of an operand adds. */
  static int failing(int outcomes, boolean mayFail) {
    return mayFail ? outcomes | ERROR : outcomes;
  }

  private static int[] table(int deciding) {
    int[] table = new int[64];
    for (int one = 0; one < 8; one++) {
      for (int other = 0; other < 8; other++) {
        table[one << 3 | other] = combined(one, other, deciding);
      }
    }
    return table;
  }

  private static int combined(int one, int other, int deciding) {
    int all = 0;
    for (int a = TRUE; a <= ERROR; a <<= 1) {
      for (int b = TRUE; b <= ERROR; b <<= 1) {
        if ((one & a) != 0 && (other & b) != 0) {
          all |= single(a, b, deciding);
        }
      }
    }
    return all;
  }

  private static int single(int a, int b, int deciding) {
    if (a == deciding || b == deciding) {
      return deciding;
    }
    return a == ERROR || b == ERROR ? ERROR : not(deciding);
  }
}
