package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.DetectableEffect;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.Holm;
import dev.evolve.gates.statistics.LogRatios;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.gates.statistics.SignFlip;
import dev.evolve.gates.statistics.Spread;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The paired rule of {@link Claim.NotWorse}, over a family: worse if the Hodges–Lehmann estimate is
 * beyond the floor and the exact test says that it is worse at all, with Holm's correction; within
 * the floor if a worsening by the floor is ruled out. A suite passes only if every member does, and
 * such an intersection needs no correction.
 *
 * <p>Source: {@link Holm}; R. L. Berger, "Multiparameter hypothesis testing and acceptance
 * sampling", Technometrics 24 (1982). The effect that is told before the runs is simulated ({@link
 * DetectableEffect}); the one told with a verdict takes the log ratios for normal with their robust
 * spread.
 */
public final class HolmJudge implements EffectJudge {

  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final double POWER = 0.8;
  private static final int MOST_PAIRS = 9_999;

  private final double alpha;

  /**
   * @param confidence one-sided confidence of every statement, such as 0.995
   */
  public HolmJudge(double confidence) {
    this.alpha = 1 - confidence;
  }

  @Override
  public int fewestPairs() {
    return fewestPairs(1);
  }

  /** 1 - 0.995 is a little more than 0.005 or a little less; that must not cost a pair. */
  private int fewestPairs(int family) {
    return SignFlip.pairsNeeded(alpha * (1 + 1e-9) / family);
  }

  @Override
  public List<Judged> judge(List<Pairs> family) {
    List<double[]> logs = family.stream().map(HolmJudge::logRatios).toList();
    double[] p = new double[logs.size()];
    Arrays.setAll(p, i -> new Claim.NotWorse(family.get(i).floor()).doubt(logs.get(i)));
    double[] adjusted = Holm.adjusted(p);
    List<Judged> answers = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      boolean isWorse = adjusted[i] <= alpha * (1 + 1e-9);
      answers.add(judge(family.get(i), logs.get(i), p[i], isWorse, p.length));
    }
    return answers;
  }

  /** The pairs are of the same build, so that their differences scatter about zero. */
  @Override
  public double detectable(Pairs pilot, int pairs, int family) {
    return pairs < fewestPairs(family)
        ? Double.POSITIVE_INFINITY
        : DetectableEffect.worsening(
            logRatios(pilot), pilot.floor(), GroupSequentialDesign.fixed(pairs, alpha / family));
  }

  private Judged judge(Pairs pairs, double[] logs, double p, boolean isWorse, int family) {
    PairedEffect effect = PairedEffect.of(logs, alpha);
    double floor = pairs.floor();
    boolean isHeld = new Claim.NotWorse(floor).standing(logs, alpha) == Standing.HELD;
    Verdict verdict = isWorse ? Verdict.FAIL : isHeld ? Verdict.PASS : Verdict.INCONCLUSIVE;
    double spread = Spread.deviation(logs);
    return new Judged(
        verdict,
        effect.ratio() - 1,
        effect.low() - 1,
        effect.high() - 1,
        p,
        detectable(spread, logs.length, floor, family),
        verdict == Verdict.INCONCLUSIVE ? needed(spread, effect.ratio(), floor, family) : 0);
  }

  static double[] logRatios(Pairs pairs) {
    return LogRatios.of(
        pairs.baseline().stream().mapToDouble(v -> v).toArray(),
        pairs.candidate().stream().mapToDouble(v -> v).toArray());
  }

  private static double sq(double value) {
    return value * value;
  }

  /** The estimate has to pass the floor and the test has to reject, both with the power. */
  private double detectable(double spread, int pairs, double floor, int family) {
    double error = spread / Math.sqrt(pairs);
    double power = NORMAL.inverseCumulativeProbability(POWER) * error;
    double test = quantile(family) * error + power;
    return Math.expm1(Math.max(test, Math.log1p(floor) + power));
  }

  private int needed(double spread, double ratio, double floor, int family) {
    double effect = Math.log(ratio);
    double beyond = effect - Math.log1p(floor);
    double power = NORMAL.inverseCumulativeProbability(POWER);
    double wanted =
        beyond > 0
            ? Math.max(
                sq((quantile(family) + power) * spread / effect), sq(power * spread / beyond))
            : sq((quantile(1) + power) * spread / beyond);
    return (int) Math.min(MOST_PAIRS, Math.max(fewestPairs(family), Math.ceil(wanted)));
  }

  private double quantile(int family) {
    return -NORMAL.inverseCumulativeProbability(alpha / family);
  }
}
