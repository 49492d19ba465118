package dev.evolve.search.process;

import java.util.List;

/**
 * Learns the settings of the process from what was measured: those under which the measurements are
 * likeliest, weighed with what was believed beforehand, found by moving one setting at a time. The
 * process' own scale is integrated out approximately.
 */
final class Learner {

  /** A scale of 1 counts for so many measurements. */
  static final double SCALE_WEIGHT = 1;

  private static final double STEP = 0.6;
  private static final int MOST_STEPS = 3;

  private final List<Axis> axes;
  private final List<Located> points;
  private final double[] residuals;
  private final int features;

  Learner(Landmarks landmarks, List<Located> points, double[] responses) {
    this.axes = landmarks.axes();
    this.features = landmarks.features();
    this.points = points;
    this.residuals = new double[responses.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] = responses[i] - points.get(i).expected();
    }
  }

  /** Settings at least as likely as those given. */
  Settings learn(Settings from) {
    Settings best = from;
    double evidence = evidence(from);
    for (int number = 0; number < from.size(); number++) {
      if (features == 0 && Settings.isOfFeatures(number)) {
        continue;
      }
      for (double step : new double[] {STEP, -STEP}) {
        boolean hasMoved = false;
        for (int i = 0; i < MOST_STEPS; i++) {
          Settings moved = best.moved(number, step);
          double next = evidence(moved);
          if (!(next > evidence)) {
            break;
          }
          best = moved;
          evidence = next;
          hasMoved = true;
        }
        if (hasMoved) {
          break;
        }
      }
    }
    return best;
  }

  /** Logarithm of how likely the measurements and the settings are, up to a constant. */
  double evidence(Settings settings) {
    Kernel kernel = new Kernel(axes, features, settings);
    Factor factor = new Factor();
    for (int i = 0; i < residuals.length; i++) {
      double[] covariances = new double[i];
      for (int j = 0; j < i; j++) {
        covariances[j] = kernel.of(points.get(i), points.get(j));
      }
      factor.grow(factor.solve(covariances), kernel.of(points.get(i)), kernel.noise());
    }
    double surprise = 0;
    for (double weight : factor.solve(residuals)) {
      surprise += weight * weight;
    }
    double count = residuals.length + SCALE_WEIGHT;
    return -factor.halfLogDeterminant()
        - count / 2 * Math.log((surprise + SCALE_WEIGHT) / count)
        + settings.logPrior();
  }
}
