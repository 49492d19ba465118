package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
import java.util.Arrays;

/** Centre and spread that a few wild values do not move. */
final class Robust {

  /** Makes the median of absolute deviations the standard deviation of a normal distribution. */
  private static final double NORMAL = 1.4826;

  private Robust() {}

  /** Median of the absolute deviations from the median, in normal standard deviations. */
  static double deviation(double[] values) {
    double centre = Spread.median(values);
    return NORMAL * Spread.median(Arrays.stream(values).map(v -> Math.abs(v - centre)).toArray());
  }

  /** The same of steps from value to value: slow movement of the level does not widen it. */
  static double stepDeviation(double[] values) {
    double[] steps = new double[values.length - 1];
    Arrays.setAll(steps, i -> Math.abs(values[i + 1] - values[i]));
    return NORMAL / Math.sqrt(2) * Spread.median(steps);
  }

  /** Logarithms; the message of a value that has none names its position. */
  static double[] logs(double[] values) {
    double[] logs = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] > 0) || Double.isInfinite(values[i])) {
        throw new IllegalArgumentException(
            "wanted finite positive values, found " + values[i] + " at position " + i);
      }
      logs[i] = Math.log(values[i]);
    }
    return logs;
  }
}
