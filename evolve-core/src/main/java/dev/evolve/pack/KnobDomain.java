package dev.evolve.pack;

import dev.evolve.search.space.Parameter;

/** The values that a knob may have, as canonical text. */
public final class KnobDomain {

  private final Parameter parameter;

  private KnobDomain(Parameter parameter) {
    this.parameter = parameter;
  }

  /** The domain of a knob. */
  public static KnobDomain of(Knob knob) {
    return new KnobDomain(KnobParameters.of(knob));
  }

  /** True if the text is a value of the knob in its canonical form. */
  public boolean contains(String value) {
    return parameter instanceof Parameter.Real real
        ? isWithin(real, value)
        : parameter.placeOf(value) >= 0;
  }

  private static boolean isWithin(Parameter.Real real, String value) {
    try {
      double number = Double.parseDouble(value);
      return number >= real.minimum() && number <= real.maximum() && text(number).equals(value);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The values, for people: {@code one of 4, 8, 16}. */
  public String describe() {
    return Excerpt.of(parameter.describe());
  }

  /** The canonical text of a real value. */
  static String text(double number) {
    return Double.toString(number + 0.0);
  }
}
