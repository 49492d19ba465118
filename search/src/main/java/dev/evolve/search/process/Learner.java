package dev.evolve.search.process;

import java.util.List;

/**
 * Learns from what was measured: the settings of the process, those under which the measurements
 * are likeliest, weighed with what was believed beforehand, found by moving one setting at a time;
 * and how much to believe each source, by how likely it makes the measurements. The process' own
 * scale is integrated out approximately.
 */
final class Learner {

  /** A scale of 1 counts for so many measurements. */
  static final double SCALE_WEIGHT = 1;

  private static final double STEP = 0.6;
  private static final int MOST_STEPS = 3;

  private final List<Axis> axes;
  private final List<Located> points;
  private final double[] responses;

  Learner(Landmarks landmarks, List<Located> points, double[] responses) {
    this.axes = landmarks.axes();
    this.points = points;
    this.responses = responses;
  }

  /** Settings at least as likely as those given. */
  Settings learn(Settings from, double[] beliefs) {
    Settings best = from;
    for (int number = 0; number < from.size(); number++) {
      if (beliefs.length > 0 || !Settings.isOfFeatures(number)) {
        best = moved(best, number, beliefs);
      }
    }
    return best;
  }

  private Settings moved(Settings from, int number, double[] beliefs) {
    double evidence = evidence(from, beliefs);
    for (double step : new double[] {STEP, -STEP}) {
      Settings best = from;
      for (int i = 0; i < MOST_STEPS; i++) {
        Settings moved = best.moved(number, step);
        double next = evidence(moved, beliefs);
        if (!(next > evidence)) {
          break;
        }
        best = moved;
        evidence = next;
      }
      if (best != from) {
        return best;
      }
    }
    return from;
  }

  /**
   * Logarithm of how likely the measurements and the settings are, up to a constant.
   *
   * @param beliefs in each source
   */
  double evidence(Settings settings, double[] beliefs) {
    Factor factor = factor(settings);
    return evidence(factor, beliefs) + settings.logPrior();
  }

  /** Logarithm of how much likelier the sources make the measurements than they are without. */
  double advantage(Settings settings, double[] beliefs) {
    return evidence(factor(settings), beliefs)
        - evidence(factor(settings.withoutFeatures()), new double[beliefs.length]);
  }

  /** The same for many beliefs at once. */
  double[] evidences(Settings settings, List<double[]> beliefs) {
    Factor factor = factor(settings);
    double prior = settings.logPrior();
    return beliefs.stream().mapToDouble(each -> evidence(factor, each) + prior).toArray();
  }

  private double evidence(Factor factor, double[] beliefs) {
    double[] residuals = new double[responses.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] = responses[i] - points.get(i).expected(beliefs);
    }
    double surprise = 0;
    for (double weight : factor.solve(residuals)) {
      surprise += weight * weight;
    }
    double count = residuals.length + SCALE_WEIGHT;
    return -factor.halfLogDeterminant() - count / 2 * Math.log((surprise + SCALE_WEIGHT) / count);
  }

  private Factor factor(Settings settings) {
    Kernel kernel = new Kernel(axes, points.getFirst().features().length, settings);
    Factor factor = new Factor();
    for (int i = 0; i < points.size(); i++) {
      double[] covariances = new double[i];
      for (int j = 0; j < i; j++) {
        covariances[j] = kernel.of(points.get(i), points.get(j));
      }
      factor.grow(factor.solve(covariances), kernel.of(points.get(i)), kernel.noise());
    }
    return factor;
  }
}
