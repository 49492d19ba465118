package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Criterion.rs: a bootstrapped t-test at 0.05, then the 95 % interval of the relative change of the
 * mean must clear 1 %. With 600 resamples instead of 100,000.
 */
final class CriterionRule implements TwoSampleRule {

  private static final int RESAMPLES = 600;
  private static final double ALPHA = 0.05;
  private static final double NOISE = 0.01;

  @Override
  public String name() {
    return "Criterion";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    SplittableRandom random = new SplittableRandom(5);
    double observed = Math.abs(t(candidate, baseline));
    if (!Double.isFinite(observed) || share(baseline, candidate, observed, random) >= ALPHA) {
      return Answer.SAME;
    }
    double[] changes = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      changes[i] =
          Samples.mean(resample(candidate, candidate.length, random))
                  / Samples.mean(resample(baseline, baseline.length, random))
              - 1;
    }
    Arrays.sort(changes);
    double low = changes[(int) (RESAMPLES * ALPHA / 2)];
    double high = changes[(int) (RESAMPLES * (1 - ALPHA / 2)) - 1];
    return low > NOISE ? Answer.REGRESSED : high < -NOISE ? Answer.IMPROVED : Answer.SAME;
  }

  /** How often a split of the pooled values has a t at least as large. */
  private static double share(
      double[] baseline, double[] candidate, double observed, SplittableRandom random) {
    double[] pool = Arrays.copyOf(candidate, candidate.length + baseline.length);
    System.arraycopy(baseline, 0, pool, candidate.length, baseline.length);
    int atLeast = 0;
    for (int i = 0; i < RESAMPLES; i++) {
      double[] left = resample(pool, candidate.length, random);
      double[] right = resample(pool, baseline.length, random);
      atLeast += Math.abs(t(left, right)) >= observed ? 1 : 0;
    }
    return (double) atLeast / RESAMPLES;
  }

  private static double[] resample(double[] values, int count, SplittableRandom random) {
    double[] drawn = new double[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = values[random.nextInt(values.length)];
    }
    return drawn;
  }

  private static double t(double[] a, double[] b) {
    double error = Math.sqrt(Samples.variance(a) / a.length + Samples.variance(b) / b.length);
    return (Samples.mean(a) - Samples.mean(b)) / error;
  }
}
