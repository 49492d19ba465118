package dev.evolve.app.bench.gates.rivals;

import org.hipparchus.distribution.continuous.TDistribution;

/** How JMH's output is read: 99.9 % t intervals of the two means that do not overlap. */
final class JmhIntervalRule implements TwoSampleRule {

  private static final double QUANTILE = 0.9995;

  @Override
  public String name() {
    return "JMH intervals";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    double difference = Samples.mean(candidate) - Samples.mean(baseline);
    return Math.abs(difference) > half(baseline) + half(candidate)
        ? TwoSampleRule.bySign(difference)
        : Answer.SAME;
  }

  private static double half(double[] values) {
    double t = new TDistribution(values.length - 1).inverseCumulativeProbability(QUANTILE);
    return t * Math.sqrt(Samples.variance(values) / values.length);
  }
}
