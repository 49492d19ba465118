package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.Memories;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.search.Strategy;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.Scorer;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * A search that remembers the same kernel on other devices, which is whatever has the same
 * parameters: all other devices; only those of other makers; and all others with their values
 * shuffled. The makers are known to this bench alone, by the device that a file names.
 */
final class MemorySection implements SearchBench.Section {

  private static final double WARM = 0.97;
  private static final double WORST = 0.85;
  private static final double MISLED = 0.70;
  private static final double LOSS = 0.05;
  private static final String MAKER = "NVIDIA";

  @Override
  public String title() {
    return "memory of other devices, true and misleading";
  }

  /** A space with its device. */
  private record Device(MeasuredSpace space, boolean isOfOneMaker) {}

  /** What a memory came to: ours, and a plain list. */
  private record Outcome(List<Row> ours, List<Row> list) {
    Outcome() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    Outcome others = new Outcome();
    Outcome makers = new Outcome();
    Outcome shuffled = new Outcome();
    for (List<Device> kernel : kernels(data).values()) {
      for (Device device : kernel) {
        List<MeasuredSpace> rest = rest(kernel, device, false);
        List<MeasuredSpace> foreign = rest(kernel, device, true);
        run(data, device.space(), Memories.of(rest), others);
        run(data, device.space(), Memories.of(foreign), makers);
        run(data, device.space(), Memories.shuffled(rest, SearchData.SEED), shuffled);
      }
    }
    List<BenchResult> results = new ArrayList<>(warm(setting, data, others));
    results.addAll(misled(setting, data, "only other makers' devices known", makers));
    results.addAll(misled(setting, data, "shuffled values", shuffled));
    return results;
  }

  /** The spaces by what their parameters are called, read one kernel after the other. */
  private static SequencedMap<List<String>, List<Device>> kernels(SearchData data) {
    SequencedMap<List<String>, List<Device>> kernels = new LinkedHashMap<>();
    for (SpaceFile file : data.files()) {
      var cache = SpaceFiles.cache(file);
      MeasuredSpace space = MeasuredSpace.of(file.name(), cache);
      List<String> names = space.space().parameters().stream().map(Parameter::name).toList();
      kernels
          .computeIfAbsent(names, ignored -> new ArrayList<>())
          .add(new Device(space, cache.device().contains(MAKER)));
    }
    return kernels;
  }

  private static List<MeasuredSpace> rest(List<Device> kernel, Device device, boolean isForeign) {
    return kernel.stream()
        .filter(other -> !other.space().name().equals(device.space().name()))
        .filter(other -> !isForeign || other.isOfOneMaker() != device.isOfOneMaker())
        .map(Device::space)
        .toList();
  }

  private static void run(SearchData data, MeasuredSpace space, Prior prior, Outcome outcome) {
    if (prior.isEmpty()) {
      return;
    }
    Scorer scorer = new Scorer(space);
    Limit limit = Limit.ofSeconds(scorer.budgetSeconds());
    Supplier<Strategy> warm =
        () -> new WarmStrategy(prior, () -> Strategies.create(Strategies.DEFAULT));
    Row ours = data.runner().run(space, scorer, warm, data.runs(), SearchData.SEED, limit);
    Row list =
        data.runner().run(space, scorer, () -> new PlainList(prior), 1, SearchData.SEED, limit);
    System.out.printf(
        java.util.Locale.ROOT,
        "  |   %-32s %d sources: %6.3f, plain list %6.3f%n",
        space.name(),
        prior.sources().size(),
        ours.score(),
        list.score());
    outcome.ours().add(ours);
    outcome.list().add(list);
  }

  private static List<BenchResult> warm(BenchSetting setting, SearchData data, Outcome outcome) {
    if (outcome.ours().isEmpty()) {
      return List.of();
    }
    ReplayTable ours = new ReplayTable(outcome.ours());
    ReplayTable list = new ReplayTable(outcome.list());
    Estimate score = ours.score(SearchData.SEED);
    Row worst = ours.worst();
    double worstScore = worst.score();
    BenchResult mean =
        row(
            setting,
            data,
            "warm start, other devices known, mean score",
            score,
            "at least 0.97",
            score.value() >= WARM);
    BenchResult least =
        row(
            setting,
            data,
            "warm start, score on the worst space, " + worst.space(),
            new ReplayTable(List.of(worst)).score(SearchData.SEED),
            "at least 0.85",
            worstScore >= WORST);
    List<BenchResult> results = new ArrayList<>();
    results.add(setting.against(mean, "plain list of what was good there", list.mean(Row::score)));
    results.add(setting.against(least, "plain list, its worst space", list.worst().score()));
    for (Row one : ours.rows()) {
      Estimate estimate = new ReplayTable(List.of(one)).score(SearchData.SEED);
      results.add(row(setting, data, "warm start, score on " + one.space(), estimate, "", null));
    }
    return results;
  }

  private static List<BenchResult> misled(
      BenchSetting setting, SearchData data, String what, Outcome outcome) {
    if (outcome.ours().isEmpty()) {
      return List.of();
    }
    ReplayTable ours = new ReplayTable(outcome.ours());
    ReplayTable list = new ReplayTable(outcome.list());
    Estimate score = ours.score(SearchData.SEED);
    BenchResult mean =
        row(
            setting,
            data,
            "misleading memory, " + what + ", mean score",
            score,
            "at least 0.70",
            score.value() >= MISLED);
    double most = Double.NEGATIVE_INFINITY;
    String where = "";
    Map<String, Row> cold = cold(data);
    for (Row one : ours.rows()) {
      double loss =
          Optional.ofNullable(cold.get(one.space())).map(Row::score).orElse(0.0) - one.score();
      where = loss > most ? one.space() : where;
      most = Math.max(most, loss);
    }
    BenchResult loss =
        row(
            setting,
            data,
            "misleading memory, " + what + ", most below our own cold score, " + where,
            new Estimate(most, most, most),
            "at most 0.05",
            most <= LOSS);
    return List.of(setting.against(mean, "plain list", list.mean(Row::score)), loss);
  }

  private static Map<String, Row> cold(SearchData data) {
    Map<String, Row> cold = new LinkedHashMap<>();
    data.table(Strategies.DEFAULT).rows().forEach(row -> cold.put(row.space(), row));
    return cold;
  }

  private static BenchResult row(
      BenchSetting setting,
      SearchData data,
      String metric,
      Estimate estimate,
      String goal,
      @org.jspecify.annotations.Nullable Boolean met) {
    return setting.result(
        SearchBench.NAME,
        metric,
        estimate.value(),
        estimate.low(),
        estimate.high(),
        "",
        goal,
        met,
        data.runs());
  }
}
