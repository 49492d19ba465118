package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis of a plot: from values to a share of its length, with round marks.
 *
 * @param low smallest value; positive if logarithmic
 * @param high greatest value, above low
 */
record Axis(double low, double high, boolean isLog) {

  /** An axis that covers values; a single value gets room around it. */
  static Axis over(List<Double> values, boolean isLog) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    if (isLog && !(low > 0)) {
      return over(values, false);
    }
    if (low == high) {
      double room = isLog ? 0 : Math.max(1, Math.abs(low) / 10);
      return isLog
          ? new Axis(low / 1.1, high * 1.1, true)
          : new Axis(low - room, high + room, false);
    }
    return new Axis(low, high, isLog);
  }

  /** 0 at the low end, 1 at the high end; values beyond are put at the end. */
  double share(double value) {
    double share =
        isLog
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return Math.clamp(share, 0, 1);
  }

  /** Round values inside the axis, about five. */
  List<Double> marks() {
    if (isLog && high / low > 8) {
      return decades();
    }
    double step = roundStep((high - low) / 5);
    List<Double> marks = new ArrayList<>();
    for (double mark = Math.ceil(low / step) * step; mark <= high * (1 + 1e-12); mark += step) {
      marks.add(Math.abs(mark) < step / 1e6 ? 0 : mark);
    }
    return marks;
  }

  private List<Double> decades() {
    List<Double> marks = new ArrayList<>();
    double[] leads = high / low > 200 ? new double[] {1} : new double[] {1, 2, 5};
    for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
      for (double lead : leads) {
        double mark = lead * Math.pow(10, power);
        if (mark >= low && mark <= high) {
          marks.add(mark);
        }
      }
    }
    return marks;
  }

  private static double roundStep(double about) {
    double power = Math.pow(10, Math.floor(Math.log10(about)));
    double lead = about / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  }
}
