package dev.evolve.gates.statistics.trend;

import java.util.SplittableRandom;

/**
 * What a soak will be able to find, before it runs.
 *
 * <p>Everything that judges a soak is equivariant in scale, so that the leak that is found with the
 * rule's power is proportional to the noise of the floors and falls with the length of the soak.
 * The factor is that of {@link LeakRule#DEFAULT} on a pair of soaks whose floors vary about their
 * level with an autocorrelation of a half from bin to bin; {@link #simulated} gives it again.
 */
public final class SoakPlan {

  /** Noise of floors that is taken where none is known: half a percent of the level. */
  public static final double USUAL_NOISE = 0.005;

  static final double GROWTH_PER_NOISE = 5.0;
  private static final double AUTOCORRELATION = 0.5;

  private SoakPlan() {}

  /**
   * How far above a limit a leak must be to be found, in percent of the level for an hour.
   *
   * @param hours length of the soak
   * @param noise standard deviation of each arm's floors, as a share of their level
   */
  public static double detectablePercentPerHour(double hours, double noise) {
    if (!(hours > 0) || !(noise >= 0)) {
      throw new IllegalArgumentException(
          "wanted hours above 0 and noise of 0 or more, found " + hours + ", " + noise);
    }
    return 100 * GROWTH_PER_NOISE * noise / hours;
  }

  /** The factor, as the median of so many drawn pairs. */
  static double simulated(int pairs, long seed) {
    LeakRule rule = LeakRule.DEFAULT;
    SplittableRandom random = new SplittableRandom(seed);
    double[] detectable = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      Floors baseline = floors(rule.bins(), random);
      Floors candidate = floors(rule.bins(), random);
      detectable[i] = Leak.of(baseline, candidate, rule).detectable() / USUAL_NOISE;
    }
    return TheilSen.median(detectable);
  }

  private static Floors floors(int bins, SplittableRandom random) {
    double[] position = new double[bins];
    double[] floor = new double[bins];
    double noise = random.nextGaussian();
    for (int i = 0; i < bins; i++) {
      position[i] = (i + 0.5) / bins;
      floor[i] = 1 + USUAL_NOISE * noise;
      noise =
          AUTOCORRELATION * noise
              + Math.sqrt(1 - AUTOCORRELATION * AUTOCORRELATION) * random.nextGaussian();
    }
    return new Floors(position, floor);
  }
}
