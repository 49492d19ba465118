package dev.evolve.search.process;

import dev.evolve.search.Outcome;
import java.util.List;

/**
 * What the process is told of outcomes: logarithms where all values have one sign, else shares of
 * the largest; a failure is a little worse than the worst that ran. Relative to the first that ran.
 */
final class Responses {

  private static final double FAILED = 0.3;

  private Responses() {}

  /** A response for each outcome; at least one ran. */
  static double[] of(List<Outcome> outcomes) {
    double[] values = outcomes.stream().mapToDouble(Responses::value).toArray();
    double[] responses = scaled(values);
    double worst = Double.NEGATIVE_INFINITY;
    double offset = Double.NaN;
    for (int i = 0; i < responses.length; i++) {
      if (!Double.isNaN(responses[i])) {
        worst = Math.max(worst, responses[i]);
        offset = Double.isNaN(offset) ? responses[i] : offset;
      }
    }
    for (int i = 0; i < responses.length; i++) {
      responses[i] = (Double.isNaN(responses[i]) ? worst + FAILED : responses[i]) - offset;
    }
    return responses;
  }

  private static double value(Outcome outcome) {
    return outcome instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }

  private static double[] scaled(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    double[] scaled = new double[values.length];
    double largest = Math.max(Math.max(Math.abs(least), Math.abs(most)), Double.MIN_NORMAL);
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = scaled(values[i], least, most, largest);
    }
    return scaled;
  }

  private static double scaled(double value, double least, double most, double largest) {
    if (least > 0) {
      return Math.log(value);
    }
    return most < 0 ? -Math.log(-value) : value / largest;
  }
}
