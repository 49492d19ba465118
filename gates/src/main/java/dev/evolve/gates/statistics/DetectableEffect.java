package dev.evolve.gates.statistics;

import dev.evolve.gates.statistics.Claim.Standing;
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
    Claim claim = new Claim.NotWorse(floor);
    return Math.expm1(smallest(noise, claim, design, Standing.REFUTED, 1));
  }

  /**
   * The smallest gain that a claim of a gain is held for in {@value #POWER} of all cases.
   *
   * @param noise as above
   * @return as a share, 0.12 for 12 %; 1 if even a sixteenth of the value is not found
   */
  public static double gain(double[] noise, Claim.Gain claim, GroupSequentialDesign design) {
    return -Math.expm1(-smallest(noise, claim, design, Standing.HELD, -1));
  }

  /** The smallest shift in a direction at which a claim gets an answer; infinite if none does. */
  private static double smallest(
      double[] noise, Claim claim, GroupSequentialDesign design, Standing answer, int direction) {
    double[][] draws = draws(noise, design.budget());
    if (power(draws, direction * LARGEST, claim, design, answer) < POWER) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = LARGEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (power(draws, direction * middle, claim, design, answer) < POWER) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double power(
      double[][] draws, double shift, Claim claim, GroupSequentialDesign design, Standing answer) {
    int found = 0;
    for (double[] draw : draws) {
      double[] shifted = Arrays.stream(draw).map(value -> value + shift).toArray();
      found += firstAnswer(shifted, claim, design) == answer ? 1 : 0;
    }
    return (double) found / draws.length;
  }

  private static Standing firstAnswer(double[] pairs, Claim claim, GroupSequentialDesign design) {
    for (int look : design.looks()) {
      Standing standing =
          claim.standing(Arrays.copyOf(pairs, look), design.level(look).orElseThrow());
      if (standing != Standing.OPEN) {
        return standing;
      }
    }
    return Standing.OPEN;
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
