package dev.evolve.search.objective;

/**
 * A bound on a metric: not above it where small is good, not below it where large is good.
 *
 * @param metric its name
 * @param bound in the metric's unit
 * @param severity what breaking it does
 */
public record Limit(String metric, double bound, Severity severity) {

  /** What breaking a limit does. */
  public sealed interface Severity {

    /** It rejects. */
    record Hard() implements Severity {}

    /**
     * It scores.
     *
     * @param weight of how much worse than the bound the value is, on the metric's scale
     */
    record Soft(double weight) implements Severity {
      public Soft {
        if (!(weight > 0) || Double.isInfinite(weight)) {
          throw new IllegalArgumentException("a penalty's weight is positive, not " + weight);
        }
      }
    }
  }

  public Limit {
    if (!Double.isFinite(bound)) {
      throw new IllegalArgumentException("the bound on " + metric + " is finite, not " + bound);
    }
  }

  /** A limit that rejects. */
  public static Limit hard(String metric, double bound) {
    return new Limit(metric, bound, new Severity.Hard());
  }

  /** A limit that scores. */
  public static Limit soft(String metric, double bound, double weight) {
    return new Limit(metric, bound, new Severity.Soft(weight));
  }

  /** True if it rejects. */
  public boolean isHard() {
    return severity instanceof Severity.Hard;
  }
}
