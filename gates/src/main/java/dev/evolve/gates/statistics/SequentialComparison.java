package dev.evolve.gates.statistics;

import dev.evolve.gates.statistics.Claim.Standing;
import java.util.OptionalDouble;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Judges a claim on a growing number of pairs and says when to stop: as soon as the answer is
 * known, or as soon as the rest of the budget is unlikely to bring one.
 *
 * <p>Giving up early can cost power, never a wrong answer: the levels of the design hold whether or
 * not it is done. The chance is the conditional power under a drift one standard error better than
 * the one seen so far (Jennison and Turnbull, 2000, chapter 10).
 *
 * @param claim what is asked
 * @param design when one may look, and at which level
 */
public record SequentialComparison(Claim claim, GroupSequentialDesign design) {

  private static final int FEWEST_TO_GIVE_UP = 12;
  private static final double HOPELESS = 0.05;
  private static final double USUAL_POWER = 0.8;

  /** What to do after a number of pairs. */
  public enum Next {
    /** Make more pairs. */
    GO_ON,
    /** The claim is held or refuted. */
    DECIDED,
    /** The claim is open, and the budget is used up. */
    BUDGET_USED,
    /** The claim is open, and is likely to stay so up to the budget. */
    HOPELESS
  }

  /**
   * What the pairs say; open at a number of pairs that is no look of the design.
   *
   * @param worsening logarithms of ratios in the order of their making, positive is worse
   */
  public Standing standing(double[] worsening) {
    OptionalDouble level = design.level(worsening.length);
    return level.isEmpty() ? Standing.OPEN : claim.standing(worsening, level.getAsDouble());
  }

  /** What to do now. */
  public Next next(double[] worsening) {
    if (standing(worsening) != Standing.OPEN) {
      return Next.DECIDED;
    }
    if (worsening.length >= design.budget()) {
      return Next.BUDGET_USED;
    }
    boolean mayGiveUp =
        worsening.length >= FEWEST_TO_GIVE_UP && design.level(worsening.length).isPresent();
    return mayGiveUp && chance(worsening) < HOPELESS ? Next.HOPELESS : Next.GO_ON;
  }

  /** The chance that the claim is held or refuted at the end of the budget. */
  double chance(double[] worsening) {
    double deviation = Spread.deviation(worsening);
    if (deviation == 0) {
      return 1;
    }
    double level = design.level(design.budget()).orElseThrow();
    double centre = PairedEffect.centre(worsening);
    double refuted = chance(worsening.length, centre - claim.borders()[0], deviation, level);
    double held = chance(worsening.length, claim.borders()[1] - centre, deviation, level);
    return Math.max(refuted, held);
  }

  /** That the distance from a border, positive if beyond it, is significant at the end. */
  private double chance(int pairs, double distance, double deviation, double level) {
    NormalDistribution normal = new NormalDistribution();
    double share = (double) pairs / design.budget();
    double now = distance * Math.sqrt(pairs) / deviation;
    double drift = (distance + deviation / Math.sqrt(pairs)) / deviation;
    double expected = Math.sqrt(share) * now + drift * Math.sqrt(design.budget()) * (1 - share);
    double wanted = normal.inverseCumulativeProbability(1 - level);
    return normal.cumulativeProbability((expected - wanted) / Math.sqrt(1 - share));
  }

  /**
   * How many pairs an answer would take, if the centre and the spread are what they seem: a
   * fixed-size design at the last look's level with 80 % power.
   *
   * @return {@link Long#MAX_VALUE} if the centre lies on the border between the two answers
   */
  public long pairsForAnAnswer(double[] worsening) {
    NormalDistribution normal = new NormalDistribution();
    double level = design.level(design.budget()).orElseThrow();
    double deviations =
        normal.inverseCumulativeProbability(1 - level)
            + normal.inverseCumulativeProbability(USUAL_POWER);
    double centre = PairedEffect.centre(worsening);
    double distance = Math.max(centre - claim.borders()[0], claim.borders()[1] - centre);
    double pairs = Math.pow(deviations * Spread.deviation(worsening) / distance, 2);
    return distance <= 0 || pairs > Integer.MAX_VALUE
        ? Long.MAX_VALUE
        : Math.max(SignFlip.pairsNeeded(level), (long) Math.ceil(pairs));
  }
}
