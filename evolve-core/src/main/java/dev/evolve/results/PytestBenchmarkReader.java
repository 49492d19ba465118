package dev.evolve.results;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * pytest-benchmark's JSON. A file is one process; its rounds are iterations in it. Without {@code
 * --benchmark-save-data} only the median of the rounds is there and stands for the process. Times
 * are in seconds.
 *
 * <p>Source: pytest-benchmark's documentation, "Usage" and "Comparing past runs", versions 3.4 to
 * 5.1.
 */
final class PytestBenchmarkReader implements ResultReader {

  private static final ResultUnit SECONDS = ResultUnit.of("s");
  private static final List<String> MACHINE =
      List.of("node", "processor", "machine", "system", "release");
  private static final List<String> PROCESSOR =
      List.of("arch", "bits", "count", "brand_raw", "vendor_id_raw", "hz_advertised");
  private static final List<String> SOFTWARE =
      List.of(
          "python_compiler",
          "python_implementation",
          "python_implementation_version",
          "python_version",
          "python_build");
  private static final List<String> METHOD = List.of("disable_gc", "timer", "warmup");

  @Override
  public ResultFile read(ResultSource source) {
    JsonPlace root = JsonPlace.root(source.name(), "", source.parts().getFirst().text());
    TurnBuilder turn = new TurnBuilder(source.name());
    machine(root.field("machine_info"), turn);
    Set<String> seen = new HashSet<>();
    int medians = 0;
    for (JsonPlace row : root.field("benchmarks").some()) {
      String name = (row.has("fullname") ? row.field("fullname") : row.field("name")).name();
      if (!seen.add(name)) {
        throw row.problem(name + " is in the file twice");
      }
      medians += row(row, name, turn) ? 0 : 1;
    }
    List<String> notes =
        medians == 0
            ? List.of()
            : List.of(medians + " benchmarks have no data of their rounds; their medians are used");
    return new ResultFile(
        source.name(),
        ResultFormat.PYTEST_BENCHMARK,
        source.digest(),
        List.of(
            turn.build(
                source.name(),
                root.has("datetime") ? ResultTimes.read(root.field("datetime")) : null)),
        notes);
  }

  private static void machine(JsonPlace machine, TurnBuilder turn) {
    machine.names();
    put(machine, MACHINE, "", turn.machine);
    put(machine, SOFTWARE, "", turn.software);
    if (machine.has("cpu")) {
      put(machine.field("cpu"), PROCESSOR, "cpu ", turn.machine);
    }
  }

  private static void put(
      JsonPlace from, List<String> names, String prefix, SortedMap<String, String> to) {
    for (String name : names) {
      if (from.has(name)) {
        to.put(prefix + name, from.field(name).fingerprint());
      }
    }
  }

  private static boolean row(JsonPlace row, String name, TurnBuilder turn) {
    if (row.has("options")) {
      put(row.field("options"), METHOD, name + " ", turn.method);
    }
    JsonPlace stats = row.field("stats");
    if (!stats.has("data")) {
      JsonPlace median = stats.field("median");
      turn.add(median.path(), name, "time", SECONDS, 0, median.number(SECONDS));
      return false;
    }
    for (JsonPlace value : stats.field("data").some()) {
      turn.add(value.path(), name, "time", SECONDS, 0, value.number(SECONDS));
    }
    return true;
  }
}
