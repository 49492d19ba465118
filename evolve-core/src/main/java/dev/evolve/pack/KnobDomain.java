package dev.evolve.pack;

import java.math.BigDecimal;
import java.util.List;

/**
 * The values that a knob may have, as canonical text. All but real knobs are discrete: their values
 * have places from 0, in the order of the pack.
 */
public sealed interface KnobDomain {

  /** The domain of a knob. */
  static KnobDomain of(Knob knob) {
    return switch (knob) {
      case Knob.IntegerRange range ->
          new Whole(range.minimum(), range.maximum(), Math.max(1, range.step()));
      case Knob.Ordinal ordinal -> new Listed(ordinal.values(), typeOf(ordinal.values()));
      case Knob.Real real -> new Continuous(real.minimum(), real.maximum(), real.scale());
      case Knob.Categorical categorical -> new Listed(categorical.values(), Type.TEXT);
      case Knob.Bool ignored -> new Listed(List.of("false", "true"), Type.TRUTH);
    };
  }

  /** True if the text is a value of the knob in its canonical form. */
  boolean contains(String value);

  /** The values, for people: {@code one of 4, 8, 16}. */
  String describe();

  /** How expressions see the values. */
  Type type();

  /** A value as expressions see it: long, double, text or boolean. */
  default Object typed(String value) {
    return switch (type()) {
      case WHOLE -> Long.valueOf(value);
      case REAL -> Double.valueOf(value);
      case TEXT -> value;
      case TRUTH -> Boolean.valueOf(value);
    };
  }

  /** Types that expressions know. */
  enum Type {
    WHOLE,
    REAL,
    TEXT,
    TRUTH
  }

  /** Values that can be counted. */
  sealed interface Discrete extends KnobDomain {
    /** How many. */
    long size();

    /** The value at a place. */
    String at(long place);

    /** The place of a value; -1 if it is none of them. */
    long placeOf(String value);

    @Override
    default boolean contains(String value) {
      return placeOf(value) >= 0;
    }
  }

  /** Values from a list. */
  record Listed(List<String> values, Type type) implements Discrete {
    public Listed {
      values = List.copyOf(values);
    }

    @Override
    public long size() {
      return values.size();
    }

    @Override
    public String at(long place) {
      return values.get(Math.toIntExact(place));
    }

    @Override
    public long placeOf(String value) {
      return values.indexOf(value);
    }

    @Override
    public String describe() {
      return "one of " + Excerpt.of(String.join(", ", values));
    }
  }

  /** Whole numbers from a minimum to a maximum by a step. */
  record Whole(long minimum, long maximum, long step) implements Discrete {
    @Override
    public Type type() {
      return Type.WHOLE;
    }

    @Override
    public long size() {
      return (maximum - minimum) / step + 1;
    }

    @Override
    public String at(long place) {
      return Long.toString(minimum + place * step);
    }

    @Override
    public long placeOf(String value) {
      try {
        long number = Long.parseLong(value);
        boolean inside = number >= minimum && number <= maximum;
        boolean canonical = Long.toString(number).equals(value);
        return inside && canonical && (number - minimum) % step == 0
            ? (number - minimum) / step
            : -1;
      } catch (NumberFormatException e) {
        return -1;
      }
    }

    @Override
    public String describe() {
      return "from " + minimum + " to " + maximum + " by steps of " + step;
    }
  }

  /** Real numbers between two bounds, both included. */
  record Continuous(double minimum, double maximum, Knob.Scale scale) implements KnobDomain {
    @Override
    public Type type() {
      return Type.REAL;
    }

    @Override
    public boolean contains(String value) {
      try {
        double number = Double.parseDouble(value);
        return number >= minimum && number <= maximum && text(number).equals(value);
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /** The value at a fraction of the way from minimum to maximum on the knob's scale. */
    public String at(double fraction) {
      double share = Math.clamp(fraction, 0.0, 1.0);
      double number =
          switch (scale) {
            case LINEAR -> minimum + share * (maximum - minimum);
            case LOG -> minimum * Math.pow(maximum / minimum, share);
          };
      return text(Math.clamp(number, minimum, maximum));
    }

    /** How far a value is on the way from minimum to maximum on the knob's scale. */
    public double fractionOf(String value) {
      double number = Double.parseDouble(value);
      return switch (scale) {
        case LINEAR -> (number - minimum) / (maximum - minimum);
        case LOG -> Math.log(number / minimum) / Math.log(maximum / minimum);
      };
    }

    @Override
    public String describe() {
      return "between " + minimum + " and " + maximum;
    }

    /** The canonical text of a real value. */
    static String text(double number) {
      return Double.toString(number + 0.0);
    }
  }

  private static Type typeOf(List<String> numbers) {
    boolean whole = numbers.stream().allMatch(number -> new BigDecimal(number).scale() <= 0);
    return whole ? Type.WHOLE : Type.REAL;
  }
}
