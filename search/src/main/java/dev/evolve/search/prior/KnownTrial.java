package dev.evolve.search.prior;

import java.util.List;

/**
 * What came of one configuration elsewhere.
 *
 * @param values canonical texts, in the order of the parameters of its {@link KnownSpace}
 * @param hasFailed it gave no value
 * @param value what was to be made small; 0 if it failed
 */
public record KnownTrial(List<String> values, boolean hasFailed, double value) {

  public KnownTrial {
    values = List.copyOf(values);
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a known value is finite, not " + value);
    }
  }

  /** One that ran. */
  public static KnownTrial ran(List<String> values, double value) {
    return new KnownTrial(values, false, value);
  }

  /** One that did not. */
  public static KnownTrial failed(List<String> values) {
    return new KnownTrial(values, true, 0);
  }
}
