package dev.evolve.app.tune;

import dev.evolve.json.Json;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.search.format.KernelTunerCacheWriter;
import dev.evolve.search.format.Literal;
import dev.evolve.search.format.Literals;
import dev.evolve.search.format.T4Writer;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a tuning found: a cache file of Kernel Tuner, a T4 file, and the best configuration
 * as JSON, and a report as JSON and as a page. Each is written beside its place and moved there, so
 * that no reader sees half a file.
 */
public final class TuneResults {

  private static final double MILLIS = 1000;

  private final TuneRequest request;
  private final Space space;
  private final String name;
  private final String device;
  private final TuneConclusion conclusion;

  /**
   * Results of a tuning.
   *
   * @param name of the space
   * @param device where it was measured
   * @param conclusion what it came to
   */
  public TuneResults(
      TuneRequest request, Space space, String name, String device, TuneConclusion conclusion) {
    this.request = request;
    this.space = space;
    this.name = name;
    this.device = device;
    this.conclusion = conclusion;
  }

  /** Writes all files; returns them. */
  public List<Path> write(Path directory, List<TuneRecord> records) {
    TuningCache cache = cache(records);
    List<Path> written = new ArrayList<>();
    written.add(
        write(directory.resolve("cache.json"), out -> KernelTunerCacheWriter.write(cache, out)));
    written.add(write(directory.resolve("t4.json"), out -> T4Writer.write(cache, out)));
    best(records)
        .ifPresent(
            best ->
                written.add(
                    write(
                        directory.resolve("best.json"),
                        out ->
                            out.write(
                                Json.mapper()
                                        .writerWithDefaultPrettyPrinter()
                                        .writeValueAsString(json(best, records))
                                    + "\n"))));
    SearchReport report = report(records);
    written.add(write(directory.resolve("report.json"), out -> out.write(report.json() + "\n")));
    written.add(write(directory.resolve("report.html"), out -> out.write(page(report))));
    return written;
  }

  /** What the tuning found out: which parameters matter, how the best fell, what failed. */
  public SearchReport report(List<TuneRecord> records) {
    SearchReport report =
        SearchReport.of(
            space,
            records.stream().map(TuneRecord::trial).toList(),
            new SearchReport.Settings(
                "Tuning of " + name, request.unit(), request.seed(), null, request.isMaximised()));
    Optional<TradeOffs> tradeOffs = tradeOffs(records);
    if (tradeOffs.isPresent()) {
      report = report.withTradeOffs(tradeOffs.get());
    }
    for (String sentence : conclusion.sentences().reversed()) {
      report = report.withFinding(sentence);
    }
    return report;
  }

  private Optional<TradeOffs> tradeOffs(List<TuneRecord> records) {
    Preferences wanted = request.preferences();
    return wanted == null ? Optional.empty() : Weighing.tradeOffs(wanted, space, records);
  }

  private static String page(SearchReport report) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Evolve: tuning report</title>
        <style>
        body { font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
        th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }
        </style>
        </head>
        <body>
        """
        + report.html()
        + "</body>\n</html>\n";
  }

  private interface Text {
    void to(Writer out) throws IOException;
  }

  private static Path write(Path file, Text text) {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (Writer out = Files.newBufferedWriter(partial)) {
        text.to(out);
      }
      return Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** The configuration to use: the one that was named, or else the best that ran. */
  public Optional<Trial> best(List<TuneRecord> records) {
    List<Trial> measured =
        records.stream().map(TuneRecord::trial).filter(trial -> !hasFailed(trial)).toList();
    return measured.stream()
        .filter(trial -> Objects.equals(conclusion.named(), trial.point()))
        .findFirst()
        .or(() -> measured.stream().min(Comparator.comparingDouble(TuneResults::value)));
  }

  private static double value(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }

  private Map<String, Object> json(Trial best, List<TuneRecord> records) {
    Outcome.Measured measured = (Outcome.Measured) best.outcome();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("space", name);
    json.put("configuration", space.values(best.point()));
    json.put(request.metricName(), request.isMaximised() ? -measured.value() : measured.value());
    json.put("unit", request.unit());
    tradeOffs(records)
        .ifPresent(
            found -> {
              json.put("metrics", values(best, records));
              json.put("why", found.sentence());
              json.put("front", found.front());
            });
    json.put("samples", measured.samples());
    put(json, "standing", conclusion.standing());
    put(json, "verdict", conclusion.verdict());
    put(json, "stopped", conclusion.stopped());
    json.put("proposedBy", best.strategy());
    json.put("evaluations", records.size());
    json.put("failed", records.stream().filter(record -> hasFailed(record.trial())).count());
    json.put(
        "seconds",
        records.stream().map(record -> record.trial().cost()).mapToDouble(Cost::seconds).sum());
    json.put("strategy", request.strategy());
    json.put("seed", request.seed());
    json.put("command", request.command());
    json.put("device", device);
    return json;
  }

  private static Map<String, Double> values(Trial of, List<TuneRecord> records) {
    return records.stream()
        .filter(record -> record.trial().point().equals(of.point()) && !record.runs().isEmpty())
        .findFirst()
        .map(record -> Weighing.means(record.runs()))
        .orElse(Map.of());
  }

  private static void put(Map<String, Object> json, String key, @Nullable String value) {
    if (value != null) {
      json.put(key, value);
    }
  }

  private static boolean hasFailed(Trial trial) {
    return trial.outcome() instanceof Outcome.Failed;
  }

  private TuningCache cache(List<TuneRecord> records) {
    SequencedMap<String, List<Literal>> parameters = new LinkedHashMap<>();
    for (Parameter parameter : space.parameters()) {
      parameters.put(parameter.name(), Literals.of(parameter));
    }
    return new TuningCache(
        device,
        name,
        List.of(),
        request.metricName(),
        parameters,
        records.stream().map(this::entry).toList(),
        false);
  }

  private Entry entry(TuneRecord record) {
    Trial trial = record.trial();
    List<Literal> values = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      values.add(Literals.of(parameter, parameter.at(trial.point().place(i))));
    }
    return new Entry(
        values,
        result(record),
        trial.cost().buildSeconds() * MILLIS,
        0,
        trial.cost().runSeconds() * MILLIS,
        0,
        0,
        record.at(),
        metrics(record));
  }

  /** A time is written as such; of another metric the time is how long the command ran. */
  private Result result(TuneRecord record) {
    return switch (record.trial().outcome()) {
      case Outcome.Failed failed ->
          new Result.Error(
              switch (failed.reason()) {
                case BUILD -> "CompilationFailedConfig";
                case INFEASIBLE -> "InvalidConfig";
                case LIMIT -> "timeout";
                case RUN, INFRASTRUCTURE -> "RuntimeFailedConfig";
              });
      case Outcome.Measured measured -> {
        Double millis = request.unitMillis();
        yield millis == null || request.isMaximised()
            ? new Result.Timed(
                record.trial().cost().runSeconds() * MILLIS / runs(record), List.of())
            : new Result.Timed(
                measured.value() * millis,
                record.printed().stream().map(sample -> sample * millis).toList());
      }
    };
  }

  /** How often the command ran; in a race, where a run prints what it likes, samples stand in. */
  private int runs(TuneRecord record) {
    return request.repeats() == 0 ? record.printed().size() : request.repeats();
  }

  private Map<String, Double> metrics(TuneRecord record) {
    if (request.metricName().equals("time")
        || !(record.trial().outcome() instanceof Outcome.Measured measured)) {
      return Map.of();
    }
    Map<String, Double> metrics =
        record.runs().isEmpty()
            ? new LinkedHashMap<>()
            : new LinkedHashMap<>(Weighing.means(record.runs()));
    metrics.put(request.metricName(), request.isMaximised() ? -measured.value() : measured.value());
    return metrics;
  }
}
