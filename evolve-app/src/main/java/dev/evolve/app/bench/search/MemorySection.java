package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.Memories;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.search.Strategy;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.Remembered;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.Scorer;
import dev.evolve.search.strategy.Strategies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A search that remembers the same kernel on other devices, which is whatever has the same
 * parameters: all other devices; only those of other makers; and all others with their values
 * shuffled. What is remembered goes through the product's own knowledge store: every file is put
 * into it, and every prior asked from it. The makers are known to this bench alone, by the device
 * that a file names. Where the store cannot be started there is nothing to measure, and the section
 * fails.
 */
final class MemorySection implements SearchBench.Section {

  private static final double WARM = 0.97;
  private static final double WORST = 0.85;
  private static final double MISLED = 0.70;
  private static final double LOSS = 0.05;
  private static final String MAKER = "NVIDIA";

  /** All was measured just now; no figure depends on the day. */
  private static final Instant NOW = Instant.EPOCH;

  @Override
  public String title() {
    return "memory of other devices, true and misleading";
  }

  /**
   * What a file is of.
   *
   * @param kernel what its kernel is called in the store: the names of its parameters
   * @param hardware its device, or the file's name where it names none
   */
  record Device(SpaceFile file, String kernel, String hardware) {}

  /** What a memory came to: ours, and a plain list. */
  private record Outcome(List<Row> ours, List<Row> list) {
    Outcome() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    try (KnowledgeStore store = KnowledgeStore.start()) {
      List<BenchResult> results = new ArrayList<>(StoreTimes.measure(setting, store.trials(), NOW));
      results.addAll(scores(setting, data, store.trials()));
      return results;
    }
  }

  private static List<BenchResult> scores(BenchSetting setting, SearchData data, TrialStore store) {
    Outcome others = new Outcome();
    Outcome makers = new Outcome();
    Outcome shuffled = new Outcome();
    for (Device device : remembered(data, store)) {
      Prior prior = store.prior(device.kernel(), device.hardware(), NOW);
      if (!prior.isEmpty()) {
        MeasuredSpace space = SpaceFiles.read(device.file());
        run(data, space, prior, others);
        run(data, space, foreign(prior, device.hardware()), makers);
        run(data, space, Memories.shuffled(prior, SearchData.SEED), shuffled);
      }
    }
    List<BenchResult> results = new ArrayList<>(warm(setting, data, others));
    results.addAll(misled(setting, data, "only other makers' devices known", makers));
    results.addAll(misled(setting, data, "shuffled values", shuffled));
    return results;
  }

  /** Puts every file into the store, one after the other. */
  static List<Device> remembered(SearchData data, TrialStore store) {
    List<Device> devices = new ArrayList<>();
    for (SpaceFile file : data.files()) {
      TuningCache cache = SpaceFiles.cache(file);
      String kernel = String.join(" ", cache.names());
      String hardware = cache.device().isBlank() ? file.name() : cache.device();
      store.remember(TrialSet.of(kernel, hardware, "import:" + file.name(), NOW, cache));
      devices.add(new Device(file, kernel, hardware));
    }
    return devices;
  }

  /** Of a prior the sources of the other makers; a source's name begins with its device. */
  static Prior foreign(Prior prior, String hardware) {
    boolean isOfOneMaker = hardware.contains(MAKER);
    return new Prior(
        prior.sources().stream()
            .filter(source -> source.name().contains(MAKER) != isOfOneMaker)
            .toList());
  }

  private static void run(SearchData data, MeasuredSpace space, Prior prior, Outcome outcome) {
    if (prior.isEmpty()) {
      return;
    }
    Scorer scorer = new Scorer(space);
    Limit limit = Limit.ofSeconds(scorer.budgetSeconds());
    Remembered remembered = Remembered.of(prior, space.space());
    Supplier<Strategy> warm =
        () -> new WarmStrategy(remembered, () -> Strategies.create(Strategies.DEFAULT));
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
        SearchBench.row(
            setting,
            data,
            "warm start, other devices known, mean score",
            score,
            "at least 0.97",
            score.value() >= WARM);
    BenchResult least =
        SearchBench.row(
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
      results.add(
          SearchBench.row(
              setting, data, "warm start, score on " + one.space(), estimate, "", null));
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
        SearchBench.row(
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
        SearchBench.row(
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
}
