package dev.evolve.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The directory {@code target/criterion} of Criterion.rs: of every benchmark {@code
 * new/benchmark.json} names it, {@code new/sample.json} holds its samples. A directory is one
 * process. A sample's value is its time over its iterations, in ns. Without {@code sample.json} the
 * median of {@code new/estimates.json} stands for the process.
 *
 * <p>Source: Criterion.rs's book, "CSV output" and "Command-line output", and its files as of
 * version 0.5.
 */
final class CriterionReader implements ResultReader {

  private static final ResultUnit NANOS = ResultUnit.of("ns");

  @Override
  public ResultFile read(ResultSource source) {
    TurnBuilder turn = new TurnBuilder(source.name());
    Map<String, Map<String, String>> benchmarks = benchmarks(source);
    List<String> notes = new ArrayList<>();
    benchmarks.forEach((directory, files) -> benchmark(source, directory, files, turn, notes));
    if (turn.isEmpty()) {
      throw new UnreadableResultException(
          source.name(), "", "wanted BENCHMARK/new/benchmark.json and sample.json, found none");
    }
    return new ResultFile(
        source.name(),
        ResultFormat.CRITERION,
        source.digest(),
        List.of(turn.build(source.name(), null)),
        notes);
  }

  /** The files in the directories named new, by directory and name. */
  private static Map<String, Map<String, String>> benchmarks(ResultSource source) {
    Map<String, Map<String, String>> found = new TreeMap<>();
    for (ResultSource.Part part : source.parts()) {
      String path = part.path().replace('\\', '/');
      int slash = path.lastIndexOf('/');
      String directory = slash < 0 ? "" : path.substring(0, slash);
      if (directory.isEmpty() || directory.equals("new") || directory.endsWith("/new")) {
        found
            .computeIfAbsent(directory, name -> new TreeMap<>())
            .put(path.substring(slash + 1), part.text());
      }
    }
    return found;
  }

  private static void benchmark(
      ResultSource source,
      String directory,
      Map<String, String> files,
      TurnBuilder turn,
      List<String> notes) {
    String prefix = directory.isEmpty() ? "" : directory + "/";
    String about = files.get("benchmark.json");
    if (about == null) {
      throw new UnreadableResultException(
          source.name(), prefix + "benchmark.json", "wanted the name of the benchmark, found none");
    }
    String name =
        JsonPlace.root(source.name(), prefix + "benchmark.json", about).field("full_id").name();
    if (turn.has(name)) {
      throw new UnreadableResultException(source.name(), prefix, name + " is there twice");
    }
    String sample = files.get("sample.json");
    String estimates = files.get("estimates.json");
    if (sample != null) {
      samples(JsonPlace.root(source.name(), prefix + "sample.json", sample), name, turn);
    } else if (estimates != null) {
      JsonPlace median =
          JsonPlace.root(source.name(), prefix + "estimates.json", estimates)
              .field("median")
              .field("point_estimate");
      turn.add(median.path(), name, "time", NANOS, 0, median.number(NANOS));
      notes.add(name + " has no samples; its estimate of the median is used");
    } else {
      throw new UnreadableResultException(
          source.name(), prefix, "wanted sample.json or estimates.json, found neither");
    }
  }

  private static void samples(JsonPlace sample, String name, TurnBuilder turn) {
    if (sample.has("sampling_mode")) {
      turn.method.put(name + " sampling_mode", sample.field("sampling_mode").fingerprint());
    }
    values(sample.field("iters"), sample.field("times"), NANOS, name, turn);
  }

  /** The time of each sample over its iterations. */
  static void values(
      JsonPlace iterations, JsonPlace times, ResultUnit unit, String name, TurnBuilder turn) {
    List<JsonPlace> counts = iterations.some();
    List<JsonPlace> values = times.some();
    if (counts.size() != values.size()) {
      throw times.problem(
          "wanted as many as iterations, " + counts.size() + ", found " + values.size());
    }
    ResultUnit plain = ResultUnit.of("1");
    for (int i = 0; i < counts.size(); i++) {
      double count = counts.get(i).number(plain);
      if (!(count >= 1)) {
        throw counts.get(i).problem("wanted at least one iteration, found " + count);
      }
      double value = values.get(i).number(unit) / count;
      turn.add(values.get(i).path(), name, "time", unit, 0, value);
    }
  }
}
