package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.gates.statistics.ComparisonPolicy;
import dev.evolve.gates.statistics.DetectableEffect;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The minimum detectable effect that is told before the runs, against the one found on other runs
 * of the same program: by which factor the told one must be multiplied to be found in 80 % of
 * cases.
 */
final class DetectableSection implements GatesSection {

  private static final double NEAR = 0.20;
  private static final int HALVINGS = 12;

  @Override
  public String title() {
    return "MDE: the minimum detectable effect told before, against the one found on other runs";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    GoSeries go = GoSeries.read(data);
    rows.add(row(setting, "Go, 12 pairs, noise of another day", go(go, data), 12));
    rows.add(row(setting, "GPU, 8 pairs, noise of the launches before", gpu(data), 8));
    rows.add(row(setting, "10 % noise, 20 pairs, noise of 20 pairs before", noisy(data), 20));
    return rows;
  }

  /** Pairs that tell the noise beforehand, and the pairs of the comparison. */
  private record Split(PairDraw before, PairDraw comparison) {}

  private static List<Split> go(GoSeries go, GatesData data) {
    SplittableRandom random = new SplittableRandom(GatesData.SEED + 8);
    List<Split> splits = new ArrayList<>();
    while (splits.size() < data.pairs() / 4) {
      List<double[]> benchmark = go.days().get(random.nextInt(go.days().size()));
      int day = random.nextInt(benchmark.size() - 1);
      add(
          new Split(
              DrawSource.neighbours(benchmark.get(day), 0, 12, random),
              DrawSource.neighbours(benchmark.get(day + 1), 0, 12, random)),
          splits);
    }
    return splits;
  }

  private static List<Split> gpu(GatesData data) {
    GpuSeries gpu = GpuSeries.read(data);
    SplittableRandom random = new SplittableRandom(GatesData.SEED + 9);
    List<Split> splits = new ArrayList<>();
    while (splits.size() < data.pairs() / 4) {
      double[] launches = gpu.launches().get(random.nextInt(gpu.launches().size()));
      add(
          new Split(
              DrawSource.neighbours(launches, 0, 8, random),
              DrawSource.neighbours(launches, 16, 8, random)),
          splits);
    }
    return splits;
  }

  private static List<Split> noisy(GatesData data) {
    NoisySeries machine = new NoisySeries(0.10);
    SplittableRandom random = new SplittableRandom(GatesData.SEED + 10);
    return IntStream.range(0, data.pairs() / 4)
        .mapToObj(i -> new Split(machine.draw(20, random), machine.draw(20, random)))
        .toList();
  }

  private static void add(Split split, List<Split> splits) {
    if (split.before().varies() && split.comparison().varies()) {
      splits.add(split);
    }
  }

  private static BenchResult row(BenchSetting setting, String name, List<Split> splits, int pairs) {
    ComparisonPolicy policy = ComparisonPolicy.STANDARD;
    GroupSequentialDesign design = GroupSequentialDesign.fixed(pairs, policy.alpha());
    double[] told =
        splits.parallelStream()
            .mapToDouble(
                split ->
                    DetectableEffect.worsening(
                        OurRule.worsening(split.before()), policy.floor(), design))
            .toArray();
    double factor = factorAt(splits, told, DetectableEffect.POWER);
    return setting.result(
        GatesBench.NAME,
        "MDE found over MDE told, " + name,
        factor,
        factorAt(splits, told, DetectableEffect.POWER - 0.03),
        factorAt(splits, told, DetectableEffect.POWER + 0.03),
        "ratio",
        "0.8 to 1.2",
        Math.abs(factor - 1) <= NEAR,
        splits.size());
  }

  /** The factor of the told effects at which a share of them is found. */
  private static double factorAt(List<Split> splits, double[] told, double power) {
    double low = 0;
    double high = 4;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (found(splits, told, middle) < power) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double found(List<Split> splits, double[] told, double factor) {
    long hits =
        IntStream.range(0, told.length)
            .parallel()
            .filter(i -> OurRule.regressed(splits.get(i).comparison().slowed(factor * told[i])))
            .count();
    return (double) hits / told.length;
  }
}
