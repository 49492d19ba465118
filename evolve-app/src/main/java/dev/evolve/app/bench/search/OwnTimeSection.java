package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.format.Literal;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * How long the search itself takes for a proposal, ask and tell together, when it knows 1,000
 * results: on the largest measured space, or on a made-up one of 18,000 configurations where there
 * is none of that size.
 */
final class OwnTimeSection implements SearchBench.Section {

  private static final int LARGE = 15_000;
  private static final int KNOWN = 1_000;
  private static final int MEASURED = 200;
  private static final double GOAL_MS = 1;

  @Override
  public String title() {
    return "own time for a proposal";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    MeasuredSpace space =
        data.files().stream()
            .map(SpaceFiles::read)
            .filter(candidate -> candidate.size() >= LARGE)
            .findFirst()
            .orElseGet(OwnTimeSection::made);
    int runs = setting.quick() ? 3 : 7;
    List<Double> times = new ArrayList<>();
    run(space, 0);
    for (int i = 1; i <= runs; i++) {
      for (double time : run(space, i)) {
        times.add(time);
      }
    }
    return List.of(row(setting, data, space, times));
  }

  private static BenchResult row(
      BenchSetting setting, SearchData data, MeasuredSpace space, List<Double> times) {
    double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double mean = Arrays.stream(sorted).average().orElseThrow();
    BenchResult row =
        setting.result(
            SearchBench.NAME,
            "own time for a proposal at "
                + space.size()
                + " configurations and 1,000 results, mean [median, 99th percentile]",
            mean,
            sorted[sorted.length / 2],
            sorted[sorted.length * 99 / 100],
            "ms",
            "at most 1 ms",
            mean <= GOAL_MS,
            sorted.length);
    OptionalDouble rival =
        data.rivals()
            .mean("sa_default", List.of(space.name()), Rivals.Figures::cpuMillisPerEvaluation);
    return rival.isPresent()
        ? setting.against(row, data.rivals().name("sa_default"), rival.getAsDouble())
        : row;
  }

  private static double[] run(MeasuredSpace space, long seed) {
    Search search =
        new Search(space.space(), Strategies.create(Strategies.DEFAULT), SearchData.SEED + seed);
    double[] times = new double[MEASURED];
    for (int i = 0; i < KNOWN + MEASURED; i++) {
      long begun = System.nanoTime();
      Optional<Proposal> proposal = search.ask();
      int row = space.rowOf(proposal.orElseThrow().point());
      search.tell(proposal.get(), space.outcome(row), space.cost(row));
      if (i >= KNOWN) {
        times[i - KNOWN] = (System.nanoTime() - begun) / 1e6;
      }
    }
    return times;
  }

  /** A rugged space of 18,000 configurations in six parameters. */
  private static MeasuredSpace made() {
    int[] sizes = {10, 10, 6, 6, 5, 1};
    LinkedHashMap<String, List<Literal>> parameters = new LinkedHashMap<>();
    for (int i = 0; i < sizes.length; i++) {
      parameters.put("p" + i, LongStream.range(0, sizes[i]).mapToObj(Literal::of).toList());
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 18_000; i++) {
      List<Literal> values = new ArrayList<>();
      int rest = i;
      double time = 1;
      for (int j = 0; j < sizes.length; j++) {
        int value = rest % sizes[j];
        rest /= sizes[j];
        values.add(Literal.of(value));
        time += Math.abs(value - sizes[j] * 0.6) * (1 + 0.3 * ((value * 7 + i) % 5));
      }
      entries.add(
          new Entry(values, new Result.Timed(time, List.of()), 500, 0, 100, 0, 0, "", Map.of()));
    }
    return MeasuredSpace.of(
        "made-up", new TuningCache("", "", List.of(), "time", parameters, entries, false));
  }
}
