package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The smallest worsening or gain that a comparison will find in most cases, told before it is made
 * from what is known of the noise.
 *
 * <p>The comparison itself is simulated: pairs are drawn from the known differences with either
 * sign, since which arm is called the candidate is a coin's toss, the effect is added, and the
 * claim is judged at every look. No distribution is assumed. Source: B. Efron, "Bootstrap methods",
 * Annals of Statistics 7 (1979); minimum detectable effect: H. S. Bloom, Evaluation Review 19
 * (1995).
 */
public final class DetectableEffect {

  /** The share of cases in which the effect is found. */
  public static final double POWER = 0.8;

  private static final int DRAWS = 400;
  private static final int HALVINGS = 14;
  private static final double LARGEST = Math.log(16);

  private DetectableEffect() {}

  /**
   * The smallest worsening that refutes "not worse than the floor" in {@value #POWER} of all cases.
   *
   * @param noise differences of logarithms between runs of one program, paired as the comparison
   *     will be; at least 2, all finite
   * @param floor share below which nobody cares
   * @return as a share, 0.05 for 5 %; infinite if even 16 times the value is not found
   */
  public static double worsening(double[] noise, double floor, GroupSequentialDesign design) {
    double[][] draws = draws(noise, design.budget());
    Claim claim = new Claim.NotWorse(floor);
    if (power(draws, LARGEST, claim, design) < POWER) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = LARGEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (power(draws, middle, claim, design) < POWER) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.expm1(high);
  }

  private static double power(
      double[][] draws, double effect, Claim claim, GroupSequentialDesign design) {
    int found = 0;
    for (double[] draw : draws) {
      double[] shifted = Arrays.stream(draw).map(value -> value + effect).toArray();
      found += isRefuted(shifted, claim, design) ? 1 : 0;
    }
    return (double) found / draws.length;
  }

  private static boolean isRefuted(double[] pairs, Claim claim, GroupSequentialDesign design) {
    for (int look : design.looks()) {
      double[] seen = Arrays.copyOf(pairs, look);
      if (claim.doubt(seen) <= design.level(look).orElseThrow()) {
        return true;
      }
    }
    return false;
  }

  /** The same draws for every effect, so that the power rises with it. */
  private static double[][] draws(double[] noise, int pairs) {
    if (noise.length < 2) {
      throw new IllegalArgumentException(
          "wanted at least 2 differences between equal runs, found " + noise.length);
    }
    double widening = Math.sqrt(noise.length / (noise.length - 1.0));
    SplittableRandom random = new SplittableRandom(noise.length * 31L + pairs);
    double[][] draws = new double[DRAWS][pairs];
    for (double[] draw : draws) {
      for (int i = 0; i < pairs; i++) {
        double size = widening * noise[random.nextInt(noise.length)];
        draw[i] = random.nextBoolean() ? size : -size;
      }
    }
    return draws;
  }
}
