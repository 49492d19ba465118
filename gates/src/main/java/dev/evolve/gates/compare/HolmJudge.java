package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.gates.statistics.SignedRank;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The paired rule: worse if the Hodges–Lehmann estimate is beyond the floor and the signed-rank
 * test says that it is worse at all, with Holm's correction over the family; within the floor if
 * the exact upper bound is. A suite passes only if every member does, and such an intersection
 * needs no correction.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
 * Journal of Statistics 6 (1979); R. L. Berger, "Multiparameter hypothesis testing and acceptance
 * sampling", Technometrics 24 (1982). The detectable effect and the pairs needed take the log
 * ratios for normal with their robust spread, and the test for √(3/π) as efficient as the mean.
 */
public final class HolmJudge implements EffectJudge {

  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final double POWER = 0.8;
  private static final double MAD_TO_DEVIATION = 1.4826;
  private static final double EFFICIENCY = Math.sqrt(3 / Math.PI);
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
    return SignedRank.pairsNeeded(alpha * (1 + 1e-9) / family);
  }

  @Override
  public List<Judged> judge(List<Pairs> family) {
    List<double[]> logs = family.stream().map(HolmJudge::logRatios).toList();
    double[] p = logs.stream().mapToDouble(HolmJudge::pValue).toArray();
    boolean[] rejected = holm(p);
    List<Judged> answers = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      answers.add(judge(family.get(i), logs.get(i), p[i], rejected[i], p.length));
    }
    return answers;
  }

  /** The pairs are of the same build, so that their differences scatter about zero. */
  @Override
  public double detectable(Pairs pilot, int pairs, int family) {
    double squares = Arrays.stream(logRatios(pilot)).map(HolmJudge::sq).average().orElse(0);
    return pairs < fewestPairs(family)
        ? Double.POSITIVE_INFINITY
        : detectable(Math.sqrt(squares) / EFFICIENCY, pairs, pilot.floor(), family);
  }

  private Judged judge(Pairs pairs, double[] logs, double p, boolean isWorse, int family) {
    PairedEffect effect =
        PairedEffect.of(
            pairs.baseline().stream().mapToDouble(v -> v).toArray(),
            pairs.candidate().stream().mapToDouble(v -> v).toArray(),
            alpha);
    double floor = pairs.floor();
    Verdict verdict =
        isWorse && effect.ratio() > 1 + floor
            ? Verdict.FAIL
            : effect.bounded() && effect.high() <= 1 + floor ? Verdict.PASS : Verdict.INCONCLUSIVE;
    double spread = spread(logs) / EFFICIENCY;
    return new Judged(
        verdict,
        effect.ratio() - 1,
        effect.low() - 1,
        effect.high() - 1,
        p,
        detectable(spread, logs.length, floor, family),
        verdict == Verdict.INCONCLUSIVE ? needed(spread, effect.ratio(), floor, family) : 0);
  }

  private static double[] logRatios(Pairs pairs) {
    return IntStream.range(0, pairs.baseline().size())
        .mapToDouble(i -> Math.log(pairs.candidate().get(i)) - Math.log(pairs.baseline().get(i)))
        .toArray();
  }

  private static double pValue(double[] logs) {
    int notWorse = 0;
    for (int i = 0; i < logs.length; i++) {
      for (int j = i; j < logs.length; j++) {
        notWorse += logs[i] + logs[j] <= 0 ? 1 : 0;
      }
    }
    return new SignedRank(logs.length).atMost(notWorse);
  }

  private boolean[] holm(double[] p) {
    boolean[] rejected = new boolean[p.length];
    int left = p.length;
    List<Integer> byP =
        IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(i -> p[i])).toList();
    for (int i : byP) {
      if (p[i] > alpha * (1 + 1e-9) / left) {
        break;
      }
      rejected[i] = true;
      left--;
    }
    return rejected;
  }

  private static double spread(double[] logs) {
    double centre = median(logs.clone());
    double mad = median(Arrays.stream(logs).map(v -> Math.abs(v - centre)).toArray());
    double deviation = mad * MAD_TO_DEVIATION;
    double squares = Arrays.stream(logs).map(v -> sq(v - centre)).sum();
    return deviation > 0 ? deviation : Math.sqrt(squares / Math.max(1, logs.length - 1));
  }

  private static double sq(double value) {
    return value * value;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
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
