package dev.evolve.search.noise;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import java.util.List;

/** What came of a request. */
public sealed interface MeasureResult {

  /** What it cost, whatever came of it. */
  Cost cost();

  /**
   * It ran.
   *
   * @param values at least one, in the order taken; positive and finite, small is good, such as
   *     seconds. Fewer than were asked for are fine
   * @param cost build included if this request built
   */
  record Sampled(List<Double> values, Cost cost) implements MeasureResult {
    public Sampled {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException(
            "no samples: wanted at least one value, or a failure that says why there is none");
      }
      for (double value : values) {
        if (!(value > 0) || !Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "a sample is positive and finite, such as seconds, not "
                  + value
                  + "; turn a throughput into seconds per item, and a NaN into a failure");
        }
      }
    }
  }

  /** It gave no value; its cost was paid. */
  record Failed(Outcome.Reason reason, String message, Cost cost) implements MeasureResult {}
}
