package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.GoHistories.History;
import dev.evolve.gates.compatible.CompatibleChange;
import dev.evolve.gates.compatible.OtavaChangePoints;
import dev.evolve.gates.statistics.change.ChangePoint;
import dev.evolve.gates.statistics.change.ChangePoints;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Change points found afterwards in whole histories: how many in those of an unchanged program, as
 * they were and in shuffled order, which leaves noise alone; and whether a step thirty commits
 * before the end is placed at most three commits from where it is.
 */
final class SegmentationSection implements GatesSection {

  private static final int SERIES = 60;
  private static final int BEFORE_END = 30;
  private static final int NEAR = 3;
  private static final double STEP = 0.05;
  private static final String OTAVA = "Otava default, one pass";

  private final int series;

  SegmentationSection() {
    this(SERIES);
  }

  SegmentationSection(int series) {
    this.series = series;
  }

  @Override
  public String title() {
    return "history, afterwards";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<History> histories = GoHistories.draw(data, series, GatesData.SEED);
    List<double[]> real = histories.stream().map(History::commits).toList();
    SplittableRandom random = new SplittableRandom(GatesData.SEED);
    List<double[]> shuffled = real.stream().map(one -> shuffled(one, random)).toList();
    List<double[]> stepped =
        real.stream().map(one -> GoHistories.withStep(one, one.length - BEFORE_END, STEP)).toList();
    return List.of(
        pointed(setting, "in shuffled order", shuffled),
        perCommit(setting, real),
        placed(setting, stepped));
  }

  private static double[] shuffled(double[] values, SplittableRandom random) {
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = value;
    }
    return shuffled;
  }

  private static List<Integer> ours(double[] values) {
    return ChangePoints.DEFAULT.of(values).changes().stream().map(ChangePoint::index).toList();
  }

  private static List<Integer> otava(double[] values) {
    return OtavaChangePoints.DEFAULT.of(values).stream().map(CompatibleChange::index).toList();
  }

  private static BenchResult pointed(BenchSetting setting, String order, List<double[]> all) {
    Function<Function<double[], List<Integer>>, Rate> share =
        rule ->
            Rate.share(
                (int) all.stream().filter(one -> !rule.apply(one).isEmpty()).count(), all.size());
    return row(
        setting,
        "unchanged series " + order + " with a change point",
        "share",
        share.apply(SegmentationSection::ours),
        share.apply(SegmentationSection::otava),
        all.size());
  }

  private static BenchResult perCommit(BenchSetting setting, List<double[]> all) {
    int commits = all.stream().mapToInt(one -> one.length).sum();
    Function<Function<double[], List<Integer>>, Rate> rate =
        rule ->
            Rate.perHundred(all.stream().mapToInt(one -> rule.apply(one).size()).sum(), commits);
    return row(
        setting,
        "change points per 100 commits of an unchanged program",
        "points",
        rate.apply(SegmentationSection::ours),
        rate.apply(SegmentationSection::otava),
        all.size());
  }

  private static BenchResult placed(BenchSetting setting, List<double[]> all) {
    Function<Function<double[], List<Integer>>, Rate> share =
        rule ->
            Rate.share(
                (int) all.stream().filter(one -> isPlaced(rule.apply(one), one)).count(),
                all.size());
    return row(
        setting,
        "5 % steps placed within 3 commits",
        "share",
        share.apply(SegmentationSection::ours),
        share.apply(SegmentationSection::otava),
        all.size());
  }

  private static boolean isPlaced(List<Integer> points, double[] series) {
    int step = series.length - BEFORE_END;
    return points.stream().anyMatch(point -> Math.abs(point - step) <= NEAR);
  }

  private static BenchResult row(
      BenchSetting setting, String what, String unit, Rate ours, Rate otava, int samples) {
    BenchResult row =
        setting.result(
            GatesBench.NAME,
            "history, afterwards: " + what,
            ours.value(),
            ours.low(),
            ours.high(),
            unit,
            "",
            null,
            samples);
    return setting.against(row, OTAVA, otava.value());
  }
}
