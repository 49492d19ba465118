package dev.evolve.search.explain;

import java.util.Arrays;
import java.util.Locale;

/** Small arithmetic and its rendering. */
final class Numbers {

  private Numbers() {}

  /** Four significant digits, without an exponent where that is short. */
  static String brief(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    if (magnitude < -4 || magnitude > 8) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    String text = String.format(Locale.ROOT, "%." + Math.max(0, 3 - magnitude) + "f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  /** A share as a percentage, such as {@code 12 %}; one decimal below ten. */
  static String percent(double share) {
    double percent = 100 * share;
    return String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The mean squared distance from the mean. */
  static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / values.length;
  }

  /** The weighted mean squared distance from the weighted mean; the weights sum to 1. */
  static double variance(double[] values, double[] weights) {
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      mean += weights[i] * values[i];
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * (values[i] - mean) * (values[i] - mean);
    }
    return sum;
  }

  /** Quantile by linear interpolation between order statistics. */
  static double quantile(double[] values, double probability) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double position = probability * (sorted.length - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
