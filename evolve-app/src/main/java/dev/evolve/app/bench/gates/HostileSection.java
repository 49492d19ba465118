package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.rivals.RankTestRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule.Answer;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.gates.compare.Comparison;
import dev.evolve.results.Direction;
import dev.evolve.results.Measurement;
import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultFormat;
import dev.evolve.results.Surroundings;
import dev.evolve.results.Turn;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One program against itself in layouts that cannot carry a verdict: the files say when and by
 * which process each value was made, as the tools write it, and the comparison must not judge them.
 * The other tools' rules see the same numbers.
 */
final class HostileSection implements GatesSection {

  private static final Instant START = Instant.parse("2022-01-03T08:00:00Z");
  private static final Duration RUN = Duration.ofSeconds(30);
  private static final double MOST_VERDICTS = 0.01;
  private static final int GO_RUNS = 12;
  private static final int LAUNCHES = 16;
  private static final int ITERATIONS = 20;

  @Override
  public String title() {
    return "hostile layouts: other day, one arm after the other, halves of a loop, one fork";
  }

  /**
   * One comparison.
   *
   * @param values the numbers
   * @param baseline the files that hold them
   * @param candidate likewise
   */
  private record Case(PairDraw values, List<ResultFile> baseline, List<ResultFile> candidate) {}

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    GoSeries go = GoSeries.read(data);
    GpuSeries gpu = GpuSeries.read(data);
    List<BenchResult> rows = new ArrayList<>();
    rows.addAll(rows(setting, data, "Go, another day, 12 runs", r -> otherDay(go, r)));
    rows.addAll(rows(setting, data, "Go, one arm after the other, 12 runs", r -> after(go, r)));
    rows.addAll(rows(setting, data, "GPU, halves of one loop of 32", r -> halves(gpu, r)));
    if (data.has(JmhSeries.FILE)) {
      JmhSeries jmh = JmhSeries.read(data);
      rows.addAll(rows(setting, data, "JMH, 20 iterations of one fork", r -> oneFork(jmh, r)));
    }
    return rows;
  }

  private static List<BenchResult> rows(
      BenchSetting setting, GatesData data, String name, Function<SplittableRandom, Case> draw) {
    SplittableRandom random = new SplittableRandom(GatesData.SEED + 20);
    List<Case> cases = new ArrayList<>();
    while (cases.size() < data.pairs()) {
      Case drawn = draw.apply(random);
      if (drawn.values().varies()) {
        cases.add(drawn);
      }
    }
    Comparison comparison = new Comparison(CompareOptions.standard());
    List<Verdict> verdicts =
        cases.parallelStream()
            .map(it -> comparison.of(it.baseline(), it.candidate()).verdict())
            .toList();
    int judged = (int) verdicts.stream().filter(verdict -> verdict != Verdict.INVALID).count();
    TwoSampleRule rank = new RankTestRule();
    BenchResult ours =
        new Share(judged, cases.size())
            .atMost(setting, name + ": judged instead of INVALID", MOST_VERDICTS);
    List<BenchResult> rows = new ArrayList<>();
    rows.add(setting.against(ours, rank.name() + ": different", different(rank, cases)));
    TwoSampleRule.all().stream()
        .filter(rule -> !rule.name().equals(rank.name()))
        .map(
            rule ->
                setting.against(
                    new Share(judged, cases.size())
                        .row(setting, name + ": judged, beside " + rule.name()),
                    rule.name() + ": different",
                    different(rule, cases)))
        .forEach(rows::add);
    return rows;
  }

  private static double different(TwoSampleRule rule, List<Case> cases) {
    long different =
        cases.parallelStream()
            .filter(
                it -> rule.judge(it.values().baseline(), it.values().candidate()) != Answer.SAME)
            .count();
    return 100.0 * different / cases.size();
  }

  private static Case otherDay(GoSeries go, SplittableRandom random) {
    List<double[]> benchmark = go.days().get(random.nextInt(go.days().size()));
    int day = random.nextInt(benchmark.size());
    int other = (day + 1 + random.nextInt(benchmark.size() - 1)) % benchmark.size();
    double[] first = Arrays.copyOf(benchmark.get(day), GO_RUNS);
    double[] second = Arrays.copyOf(benchmark.get(other), GO_RUNS);
    return new Case(
        new PairDraw(first, second),
        processes("a", first, START.plus(Duration.ofDays(day))),
        processes("b", second, START.plus(Duration.ofDays(other))));
  }

  private static Case after(GoSeries go, SplittableRandom random) {
    double[] day = go.day(random);
    double[] first = Arrays.copyOf(day, GO_RUNS);
    double[] second = Arrays.copyOfRange(day, GO_RUNS, 2 * GO_RUNS);
    return new Case(
        new PairDraw(first, second),
        processes("a", first, START),
        processes("b", second, START.plus(RUN.multipliedBy(GO_RUNS))));
  }

  private static Case halves(GpuSeries gpu, SplittableRandom random) {
    double[] launches = gpu.launches().get(random.nextInt(gpu.launches().size()));
    double[] first = Arrays.copyOf(launches, LAUNCHES);
    double[] second = Arrays.copyOfRange(launches, LAUNCHES, 2 * LAUNCHES);
    return new Case(
        new PairDraw(first, second),
        List.of(process("a", first, START)),
        List.of(process("b", second, START.plus(RUN))));
  }

  private static Case oneFork(JmhSeries jmh, SplittableRandom random) {
    List<double[]> forks = jmh.forks().get(random.nextInt(jmh.forks().size()));
    int one = random.nextInt(forks.size());
    int other = (one + 1 + random.nextInt(forks.size() - 1)) % forks.size();
    double[] first = Arrays.copyOf(forks.get(one), ITERATIONS);
    double[] second = Arrays.copyOf(forks.get(other), ITERATIONS);
    return new Case(
        new PairDraw(first, second),
        List.of(process("a", first, START)),
        List.of(process("b", second, START.plus(RUN))));
  }

  /** A file for each value, each of a process of its own, one run after the other. */
  private static List<ResultFile> processes(String arm, double[] values, Instant from) {
    List<ResultFile> files = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      files.add(process(arm + i, new double[] {values[i]}, from.plus(RUN.multipliedBy(i))));
    }
    return files;
  }

  /** One process with its iterations. */
  private static ResultFile process(String name, double[] iterations, Instant at) {
    TreeMap<String, String> machine = new TreeMap<>();
    machine.put("host", "one");
    Measurement measurement =
        new Measurement(
            "benchmark",
            "time",
            "ns",
            Direction.LOWER,
            false,
            List.of(Arrays.stream(iterations).boxed().toList()));
    Turn turn =
        new Turn(
            name,
            at,
            new Surroundings(machine, new TreeMap<>(), new TreeMap<>()),
            List.of(measurement),
            List.of());
    return new ResultFile(name, ResultFormat.METRIC_LINES, name, List.of(turn), List.of());
  }
}
