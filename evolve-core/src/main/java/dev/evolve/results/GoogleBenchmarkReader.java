package dev.evolve.results;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Google Benchmark's JSON. A file is one process; its repetitions are iterations in it. Aggregates
 * are computed from these, so they are left out, except where only they were written: then the
 * median stands for the process.
 *
 * <p>Source: Google Benchmark's user guide, "Output formats", and the fields of its JSON reporter
 * up to version 1.9.
 */
final class GoogleBenchmarkReader implements ResultReader {

  private static final Set<String> MACHINE =
      Set.of("host_name", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "aslr_enabled");
  private static final Set<String> SOFTWARE = Set.of("library_version", "library_build_type");
  private static final Set<String> CONTEXT_LEFT_OUT =
      Set.of("date", "executable", "load_avg", "json_schema_version");
  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "family_index",
          "per_family_instance_index",
          "run_name",
          "run_type",
          "repetitions",
          "repetition_index",
          "threads",
          "iterations",
          "real_time",
          "cpu_time",
          "time_unit",
          "label",
          "aggregate_name",
          "aggregate_unit");

  @Override
  public ResultFile read(ResultSource source) {
    JsonPlace root = JsonPlace.root(source.name(), "", source.parts().getFirst().text());
    TurnBuilder turn = new TurnBuilder(source.name());
    context(root.field("context"), turn);
    List<JsonPlace> aggregates = new ArrayList<>();
    for (JsonPlace row : root.field("benchmarks").some()) {
      if (isAggregate(row)) {
        aggregates.add(row);
      } else {
        row(row, turn);
      }
    }
    int used = medians(aggregates, turn);
    List<String> notes = new ArrayList<>();
    if (used < aggregates.size()) {
      notes.add((aggregates.size() - used) + " aggregate rows, which repeat what the rows say");
    }
    if (turn.isEmpty()) {
      throw root.field("benchmarks").problem("wanted measured rows or medians, found neither");
    }
    return new ResultFile(
        source.name(),
        ResultFormat.GOOGLE_BENCHMARK,
        source.digest(),
        List.of(turn.build(source.name(), time(root.field("context")))),
        notes);
  }

  private static @Nullable Instant time(JsonPlace context) {
    return context.has("date") ? ResultTimes.read(context.field("date")) : null;
  }

  private static void context(JsonPlace context, TurnBuilder turn) {
    for (String name : context.names()) {
      String value = context.field(name).fingerprint();
      if (MACHINE.contains(name) || name.equals("caches")) {
        turn.machine.put(name, value);
      } else if (SOFTWARE.contains(name)) {
        turn.software.put(name, value);
      } else if (!CONTEXT_LEFT_OUT.contains(name)) {
        turn.software.put("context " + ResultText.shown(name, 100), value);
      }
    }
  }

  private static boolean isAggregate(JsonPlace row) {
    return row.has("run_type")
        ? row.field("run_type").text().equals("aggregate")
        : row.has("aggregate_name");
  }

  private static String benchmark(JsonPlace row) {
    return row.has("run_name") ? row.field("run_name").name() : row.field("name").name();
  }

  private static void row(JsonPlace row, TurnBuilder turn) {
    String benchmark = benchmark(row);
    if (is(row, "error_occurred")) {
      turn.fail(benchmark + " ended with an error: " + message(row, "error_message"));
    } else if (is(row, "skipped")) {
      turn.fail(benchmark + " was skipped: " + message(row, "skip_message"));
    } else {
      values(row, benchmark, turn);
    }
  }

  private static boolean is(JsonPlace row, String flag) {
    return row.has(flag) && row.field(flag).truth();
  }

  private static String message(JsonPlace row, String field) {
    return row.has(field) ? row.field(field).fingerprint() : "no message";
  }

  private static void values(JsonPlace row, String benchmark, TurnBuilder turn) {
    ResultUnit time = row.field("time_unit").unit();
    if (!time.name().equals("ns")) {
      throw row.field("time_unit").problem("wanted a unit of time, found " + time.name());
    }
    if (row.has("threads")) {
      turn.method.put(benchmark + " threads", row.field("threads").fingerprint());
    }
    for (String metric : List.of("real_time", "cpu_time")) {
      JsonPlace value = row.field(metric);
      turn.add(value.path(), benchmark, metric, time, 0, value.number(time));
    }
    for (String metric : row.names()) {
      if (!KNOWN.contains(metric) && row.field(metric).isNumber()) {
        ResultUnit unit = counter(metric);
        JsonPlace value = row.field(metric);
        String name = row.named(metric);
        turn.add(value.path(), benchmark, name, unit, 0, value.number(unit));
      }
    }
  }

  private static ResultUnit counter(String metric) {
    return switch (metric) {
      case "items_per_second" -> ResultUnit.of("items/s");
      case "bytes_per_second" -> ResultUnit.of("B/s");
      case "allocs_per_iter" -> ResultUnit.of("allocs/iter");
      case "max_bytes_used", "total_allocated_bytes", "net_heap_growth" ->
          ResultUnit.of("B").better(Direction.LOWER);
      default -> ResultUnit.of("1");
    };
  }

  private static int medians(List<JsonPlace> aggregates, TurnBuilder turn) {
    List<JsonPlace> wanted =
        aggregates.stream()
            .filter(row -> row.has("aggregate_name"))
            .filter(row -> row.field("aggregate_name").text().equals("median"))
            .filter(row -> !turn.has(benchmark(row)))
            .toList();
    wanted.forEach(row -> row(row, turn));
    return wanted.size();
  }
}
