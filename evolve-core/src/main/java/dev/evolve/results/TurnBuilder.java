package dev.evolve.results;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a turn while a file is read. Values of one benchmark and metric come together wherever
 * they stand; if they are in two units, or go two ways, the file contradicts itself.
 */
final class TurnBuilder {

  private static final int MOST_VALUES = 2_000_000;

  private final String file;
  private final Map<Key, Column> columns = new LinkedHashMap<>();
  private final Set<String> benchmarks = new HashSet<>();
  private final List<String> failures = new ArrayList<>();
  private int values;

  final SortedMap<String, String> machine = new TreeMap<>();
  final SortedMap<String, String> method = new TreeMap<>();
  final SortedMap<String, String> software = new TreeMap<>();

  TurnBuilder(String file) {
    this.file = file;
  }

  /** Adds one iteration of a process; processes are numbered from 0. */
  void add(
      String place, String benchmark, String metric, ResultUnit unit, int process, double value) {
    if (++values > MOST_VALUES) {
      throw new UnreadableResultException(
          file, place, "wanted at most " + MOST_VALUES + " values, found more");
    }
    benchmarks.add(benchmark);
    Column column =
        columns.computeIfAbsent(
            new Key(benchmark, metric), key -> new Column(unit, new ArrayList<>()));
    if (!column.unit().name().equals(unit.name())
        || column.unit().direction() != unit.direction()) {
      throw new UnreadableResultException(
          file,
          place,
          "%s %s is in %s here and in %s before"
              .formatted(benchmark, metric, said(unit), said(column.unit())));
    }
    while (column.processes().size() <= process) {
      column.processes().add(new ArrayList<>());
    }
    column.processes().get(process).add(value);
  }

  private static String said(ResultUnit unit) {
    return unit.name() + " (better: " + unit.direction().name().toLowerCase(Locale.ROOT) + ")";
  }

  /** True if there are values of a benchmark. */
  boolean has(String benchmark) {
    return benchmarks.contains(benchmark);
  }

  boolean isEmpty() {
    return columns.isEmpty() && failures.isEmpty();
  }

  void fail(String sentence) {
    failures.add(ResultText.shown(sentence, 300));
  }

  Turn build(String place, @Nullable Instant time) {
    List<Measurement> measurements = new ArrayList<>();
    columns.forEach(
        (key, column) ->
            measurements.add(
                new Measurement(
                    key.benchmark(),
                    key.metric(),
                    column.unit().name(),
                    column.unit().direction(),
                    column.unit().countable(),
                    filled(key, column))));
    return new Turn(
        place, time, new Surroundings(machine, method, software), measurements, failures);
  }

  private List<List<Double>> filled(Key key, Column column) {
    int index = column.processes().indexOf(List.<Double>of());
    if (index >= 0) {
      throw new UnreadableResultException(
          file, key.benchmark(), "process " + (index + 1) + " has no value of " + key.metric());
    }
    return List.copyOf(column.processes());
  }

  private record Key(String benchmark, String metric) {}

  private record Column(ResultUnit unit, List<List<Double>> processes) {}
}
