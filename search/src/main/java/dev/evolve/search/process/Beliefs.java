package dev.evolve.search.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much each source of a guide is believed: a mixture of opinions (only this source is right;
 * their mean is; none is), each weighed by how likely it makes what was measured (Bayesian model
 * averaging).
 */
final class Beliefs {

  private final List<double[]> opinions = new ArrayList<>();
  private final double[] before;
  private double[] weights;

  Beliefs(Guide guide) {
    int sources = guide.sources().size();
    double[] logs = new double[sources + 2];
    double[] mean = new double[sources];
    double sum = 0;
    for (int k = 0; k < sources; k++) {
      double[] alone = new double[sources];
      alone[k] = 1;
      opinions.add(alone);
      logs[k] = Math.log(guide.belief(k));
      mean[k] = guide.belief(k);
      sum += guide.belief(k);
    }
    for (int k = 0; k < sources; k++) {
      mean[k] /= sum;
    }
    opinions.add(mean);
    logs[sources] = sources == 0 ? 0 : Math.log(sum);
    opinions.add(new double[sources]);
    logs[sources + 1] = Math.log(NONE);
    this.before = logs;
    this.weights = normal(logs);
  }

  private static final double NONE = 0.1;

  /** Weighs the opinions by what was measured. */
  void learn(Learner learner, Settings settings) {
    double[] logs = learner.evidences(settings, opinions);
    for (int i = 0; i < logs.length; i++) {
      logs[i] += before[i];
    }
    weights = normal(logs);
  }

  /** The belief in each source; they sum to at most 1. */
  double[] bySource() {
    double[] beliefs = new double[opinions.getLast().length];
    for (int i = 0; i < weights.length; i++) {
      for (int k = 0; k < beliefs.length; k++) {
        beliefs[k] += weights[i] * opinions.get(i)[k];
      }
    }
    return beliefs;
  }

  private static double[] normal(double[] logs) {
    double most = Arrays.stream(logs).max().orElse(0);
    double[] weights = Arrays.stream(logs).map(log -> Math.exp(log - most)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }
}
