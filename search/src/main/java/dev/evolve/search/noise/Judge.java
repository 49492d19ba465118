package dev.evolve.search.noise;

import dev.evolve.search.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was sampled of points. A point's value is the weighted geometric mean of its
 * scenarios' arithmetic means, so that scenarios of any size count by their weights; with one
 * scenario that is its mean. Two points are compared over the scenarios that both have; the ones
 * that are missing count as if drawn from the same population (finite-population sampling, W. G.
 * Cochran, Sampling Techniques, 1977, ch. 2), degrees of freedom after Welch and Satterthwaite.
 */
final class Judge {

  private final double[] weights;
  private final NoiseModel noise;
  private @Nullable Samples reference;

  Judge(List<Double> weights, NoiseModel noise) {
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    this.weights = weights.stream().mapToDouble(weight -> weight / sum).toArray();
    this.noise = noise;
  }

  int scenarios() {
    return weights.length;
  }

  /** Takes samples in, for the noise of all. */
  void add(Samples samples, int scenario, List<Double> block) {
    double deviation = noise.deviation();
    noise.forget(samples.pooled(scenario));
    samples.add(scenario, block);
    noise.learn(samples.pool(scenario, samples.column(scenario).shape(false, deviation)));
    noise.observeFirst(block);
  }

  /** Learns from two fully measured points how far scenarios disagree. */
  void learnSpread(Samples first, Samples second) {
    if (weights.length > 1 && first.fewest() > 0 && second.fewest() > 0) {
      noise.observeSpread(variance(differences(first, second)), weights.length);
    }
  }

  /** The points' samples are expressed against these from now on, if none were named before. */
  void refer(Samples samples) {
    if (reference == null && samples.fewest() > 0) {
      reference = samples;
    }
  }

  /** How the first compares with the second. */
  Comparison compare(Samples first, Samples second) {
    double[] differences = differences(first, second);
    if (differences.length == 0) {
      return Comparison.UNKNOWN;
    }
    Sum sum = new Sum();
    double share = shareOf(first, second);
    for (int i = 0; i < weights.length; i++) {
      if (first.count(i) > 0 && second.count(i) > 0) {
        double weight = weights[i] / share;
        sum.difference += weight * (log(first, i) - log(second, i));
        sum.add(weight * weight, shape(first, i));
        sum.add(weight * weight, shape(second, i));
      }
    }
    sum.addMissing(differences);
    return sum.toComparison();
  }

  private final class Sum {
    private double difference;
    private double variance;
    private double fourth;

    private void add(double factor, Shape shape) {
      add(factor * noise.varianceOfMean(shape), noise.degreesOf(shape));
    }

    private void add(double part, double degrees) {
      variance += part;
      fourth += part * part / Math.max(1, degrees);
    }

    private void addMissing(double[] differences) {
      int have = differences.length;
      if (have < weights.length) {
        double spread = have > 1 ? Judge.variance(differences) : noise.spread();
        double known = noise.spread();
        spread = Double.isFinite(known) ? Math.max(spread, known) : spread;
        add(spread / have * (1 - (double) have / weights.length), have);
      }
    }

    private Comparison toComparison() {
      if (!Double.isFinite(variance)) {
        return new Comparison(difference, Double.POSITIVE_INFINITY, 1);
      }
      double degrees = fourth > 0 ? variance * variance / fourth : 1;
      return new Comparison(difference, Math.sqrt(variance), degrees);
    }
  }

  private double shareOf(Samples first, Samples second) {
    double share = 0;
    for (int i = 0; i < weights.length; i++) {
      share += first.count(i) > 0 && second.count(i) > 0 ? weights[i] : 0;
    }
    return share;
  }

  private double[] differences(Samples first, Samples second) {
    return java.util.stream.IntStream.range(0, weights.length)
        .filter(i -> first.count(i) > 0 && second.count(i) > 0)
        .mapToDouble(i -> log(first, i) - log(second, i))
        .toArray();
  }

  private static double variance(double[] values) {
    Moments moments = new Moments();
    for (double value : values) {
      moments.add(value);
    }
    return moments.variance();
  }

  private Shape shape(Samples samples, int scenario) {
    return samples.column(scenario).shape(noise.isFirstOdd(), noise.deviation());
  }

  private double log(Samples samples, int scenario) {
    return Math.log(shape(samples, scenario).mean());
  }

  /** By how much a rare run that was not met in so many samples would move a mean. */
  double hidden(int samples) {
    return noise.hidden(samples);
  }

  /** The point's value on the logarithmic scale; small is good. */
  double score(Samples samples) {
    double share = shareOf(samples, samples);
    double score = 0;
    for (int i = 0; i < weights.length; i++) {
      double base = reference == null || reference.count(i) == 0 ? 0 : log(reference, i);
      score += weights[i] * base;
      score += samples.count(i) == 0 ? 0 : weights[i] / share * (log(samples, i) - base);
    }
    return score;
  }

  /** What to tell the search of a point. */
  Outcome.Measured measured(Samples samples) {
    double value = Math.exp(score(samples));
    double share = shareOf(samples, samples);
    double variance = 0;
    for (int i = 0; i < weights.length; i++) {
      if (samples.count(i) > 0) {
        double weight = weights[i] / share;
        variance += weight * weight * noise.varianceOfMean(shape(samples, i));
      }
    }
    double error = Double.isFinite(variance) ? value * Math.sqrt(variance) : Double.NaN;
    return new Outcome.Measured(value, error, samples.total());
  }
}
