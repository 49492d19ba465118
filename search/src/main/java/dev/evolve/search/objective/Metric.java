package dev.evolve.search.objective;

/**
 * Something that is measured and wanted large or small.
 *
 * @param name stable, such as {@code throughput}
 * @param unit of its values, such as {@code GFLOP/s}
 * @param direction which way is better
 * @param scale how two values are held against each other
 */
public record Metric(String name, String unit, Direction direction, Scale scale) {

  /** Which way is better. */
  public enum Direction {
    /** Small is good: a latency, memory, energy. */
    SMALLER,
    /** Large is good: a throughput. */
    LARGER
  }

  /** How values are held against each other. */
  public sealed interface Scale {

    /** By their ratio; for values above zero. */
    record Ratio() implements Scale {}

    /**
     * By their difference in steps; for values that may be zero, such as a determinism class.
     *
     * @param size of a step, in the unit of the metric; above zero
     */
    record Steps(double size) implements Scale {
      public Steps {
        if (!(size > 0) || Double.isInfinite(size)) {
          throw new IllegalArgumentException("a step is positive and finite, not " + size);
        }
      }
    }
  }

  public Metric {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a metric needs a name");
    }
  }

  /** Wanted small, by ratio. */
  public static Metric smaller(String name, String unit) {
    return new Metric(name, unit, Direction.SMALLER, new Scale.Ratio());
  }

  /** Wanted large, by ratio. */
  public static Metric larger(String name, String unit) {
    return new Metric(name, unit, Direction.LARGER, new Scale.Ratio());
  }

  /** Wanted small, by steps. */
  public static Metric steps(String name, String unit, double size) {
    return new Metric(name, unit, Direction.SMALLER, new Scale.Steps(size));
  }

  /** The value so that small is good. */
  public double minimised(double value) {
    return direction == Direction.SMALLER ? value : -value;
  }

  /**
   * How much worse a value is than another: the logarithm of their ratio, or the steps between
   * them. Negative if it is better; NaN if the scale does not hold for them.
   */
  public double worse(double value, double than) {
    double sign = direction == Direction.SMALLER ? 1 : -1;
    return switch (scale) {
      case Scale.Ratio ratio -> value > 0 && than > 0 ? sign * Math.log(value / than) : Double.NaN;
      case Scale.Steps steps -> sign * (value - than) / steps.size();
    };
  }
}
