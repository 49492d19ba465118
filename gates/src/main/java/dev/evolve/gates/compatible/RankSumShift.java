package dev.evolve.gates.compatible;

import java.util.Arrays;
import java.util.Optional;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.ranking.NaturalRanking;

/**
 * Confidence interval of the shift between two samples: the shifts that Mann's and Whitney's test
 * would not reject, by its normal approximation with corrections for ties and continuity.
 *
 * <p>Source: R's {@code wilcox.test}, as Kayenta reproduces it. The root is searched to an
 * <em>absolute</em> 0.0001, so the ends depend on the unit of the values: that belongs to the rule
 * which is reproduced here, and is one reason not to use it elsewhere.
 *
 * @param low lower end
 * @param high upper end
 * @param estimate the shift that the test likes best
 */
record RankSumShift(double low, double high, double estimate) {

  private static final double ACCURACY = 1e-4;
  private static final int STEPS = 1000;

  /** The interval; empty if all values are tied at a shift that is tried. */
  static Optional<RankSumShift> of(double[] control, double[] experiment, double confidence) {
    double z = -new NormalDistribution().inverseCumulativeProbability((1 - confidence) / 2);
    Search search = new Search(control, experiment);
    try {
      return Optional.of(new RankSumShift(search.root(z), search.root(-z), search.root(0)));
    } catch (Tied e) {
      return Optional.empty();
    }
  }

  /** Chance that a value of the experiment is above one of the control, ties counting half. */
  static double superiority(double[] control, double[] experiment) {
    long m = experiment.length;
    return (2 * rankSum(joined(experiment, control, 0), experiment.length) - m * (m + 1))
        / (2.0 * m * control.length);
  }

  private static double rankSum(double[] values, int first) {
    return Arrays.stream(new NaturalRanking().rank(values), 0, first).sum();
  }

  private static double[] joined(double[] experiment, double[] control, double shift) {
    double[] joined = new double[experiment.length + control.length];
    for (int i = 0; i < experiment.length; i++) {
      joined[i] = experiment[i] - shift;
    }
    System.arraycopy(control, 0, joined, experiment.length, control.length);
    return joined;
  }

  /** All values are one. */
  private static final class Tied extends IllegalStateException {
    private static final long serialVersionUID = 1;
  }

  private record Search(double[] control, double[] experiment) {

    double root(double quantile) {
      double low = min(experiment) - max(control);
      double high = max(experiment) - min(control);
      UnivariateFunction distance = shift -> standardised(shift) - quantile;
      if (distance.value(low) <= 0) {
        return low;
      }
      if (distance.value(high) >= 0) {
        return high;
      }
      return new BrentSolver(ACCURACY / 2).solve(STEPS, distance, low, high);
    }

    /** The test's statistic, standardised, for an experiment that is shifted back. */
    private double standardised(double shift) {
      double n = experiment.length;
      double m = control.length;
      double[] joined = joined(experiment, control, shift);
      double distance = rankSum(joined, experiment.length) - n * (n + 1) / 2 - n * m / 2;
      double tied = ties(joined) / ((n + m) * (n + m - 1));
      double spread = Math.sqrt(n * m / 12 * (n + m + 1 - tied));
      if (spread == 0) {
        throw new Tied();
      }
      return (distance - Math.signum(distance) / 2) / spread;
    }

    /** Sum of t³ − t over groups of t equal values. */
    private static double ties(double[] values) {
      double[] sorted = Arrays.stream(values).sorted().toArray();
      double sum = 0;
      int start = 0;
      for (int i = 1; i <= sorted.length; i++) {
        if (i == sorted.length || sorted[i] != sorted[start]) {
          double size = i - start;
          sum += size * size * size - size;
          start = i;
        }
      }
      return sum;
    }

    private static double min(double[] values) {
      return Arrays.stream(values).min().orElse(Double.NaN);
    }

    private static double max(double[] values) {
      return Arrays.stream(values).max().orElse(Double.NaN);
    }
  }
}
