package dev.evolve.search.format;

/** What a part of a Python expression becomes in CEL. */
sealed interface CelValue permits CelTerm, CelValue.Fraction {

  /**
   * A quotient of whole numbers that CEL, whose division of whole numbers drops the rest, cannot
   * write as one; comparisons are made by multiplying across.
   *
   * @param numerator whole
   * @param denominator whole and always positive
   */
  record Fraction(CelTerm numerator, CelTerm denominator) implements CelValue {}
}
