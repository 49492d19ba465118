package dev.evolve.results;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * JMH's JSON. A file is one turn; each fork is a process, and warm-up iterations are not in the
 * file. In the modes that sample, an iteration's value is the mean of its histogram.
 *
 * <p>Source: the fields that JMH's {@code JSONResultFormat} writes, as of version 1.37.
 */
final class JmhReader implements ResultReader {

  private static final Set<String> METHOD =
      Set.of(
          "mode",
          "threads",
          "forks",
          "warmupIterations",
          "warmupTime",
          "warmupBatchSize",
          "measurementIterations",
          "measurementTime",
          "measurementBatchSize");
  private static final List<String> SOFTWARE =
      List.of("jmhVersion", "jdkVersion", "vmName", "vmVersion", "jvm", "jvmArgs");
  private static final Set<String> LOWER =
      Set.of("gc.alloc.rate.norm", "gc.count", "gc.time", "gc.churn.norm");

  @Override
  public ResultFile read(ResultSource source) {
    JsonPlace root = JsonPlace.root(source.name(), "", source.parts().getFirst().text());
    TurnBuilder turn = new TurnBuilder(source.name());
    Set<String> seen = new TreeSet<>();
    for (JsonPlace row : root.some()) {
      String benchmark = benchmark(row);
      if (!seen.add(benchmark)) {
        throw row.problem(benchmark + " is in the file twice");
      }
      row(row, benchmark, turn);
    }
    return new ResultFile(
        source.name(),
        ResultFormat.JMH,
        source.digest(),
        List.of(turn.build(source.name(), null)),
        List.of());
  }

  private static String benchmark(JsonPlace row) {
    StringBuilder name = new StringBuilder(row.field("benchmark").name());
    Map<String, String> parameters = new TreeMap<>();
    if (row.has("params")) {
      JsonPlace params = row.field("params");
      params.names().forEach(key -> parameters.put(key, params.field(key).fingerprint()));
    }
    if (!parameters.isEmpty()) {
      name.append(parameters);
    }
    name.append(' ').append(row.field("mode").name());
    return row.named(name.toString());
  }

  private static void row(JsonPlace row, String benchmark, TurnBuilder turn) {
    for (String name : METHOD) {
      if (row.has(name)) {
        turn.method.put(benchmark + " " + name, row.field(name).fingerprint());
      }
    }
    for (String name : SOFTWARE) {
      if (row.has(name)) {
        turn.software.put(benchmark + " " + name, row.field(name).fingerprint());
      }
    }
    metric(row.field("primaryMetric"), benchmark, "score", unit(row), turn);
    if (row.has("secondaryMetrics")) {
      JsonPlace secondary = row.field("secondaryMetrics");
      for (String written : secondary.names()) {
        JsonPlace metric = secondary.field(written);
        String name = metric.named(written.replaceFirst("^[\u00b7\u2219]", ""));
        metric(metric, benchmark, name, secondaryUnit(metric, name), turn);
      }
    }
  }

  /** A score is a time per operation or operations per time; which of them the unit says. */
  private static ResultUnit unit(JsonPlace row) {
    JsonPlace place = row.field("primaryMetric").field("scoreUnit");
    ResultUnit unit = place.unit();
    boolean isRate = row.field("mode").text().equals("thrpt");
    if (unit.direction() != (isRate ? Direction.HIGHER : Direction.LOWER)) {
      throw place.problem(
          "mode %s wants %s, found %s"
              .formatted(
                  row.field("mode").fingerprint(), isRate ? "ops/time" : "time/op", unit.name()));
    }
    return unit;
  }

  private static ResultUnit secondaryUnit(JsonPlace metric, String name) {
    ResultUnit unit = ResultUnit.of(metric.field("scoreUnit").name());
    return unit.better(LOWER.contains(name) ? Direction.LOWER : Direction.UNKNOWN);
  }

  private static void metric(
      JsonPlace metric, String benchmark, String name, ResultUnit unit, TurnBuilder turn) {
    boolean isSampled = metric.has("rawDataHistogram");
    int process = 0;
    for (JsonPlace fork : metric.field(isSampled ? "rawDataHistogram" : "rawData").some()) {
      for (JsonPlace iteration : fork.some()) {
        double value = isSampled ? mean(iteration, unit) : iteration.number(unit);
        turn.add(iteration.path(), benchmark, name, unit, process, value);
      }
      process++;
    }
  }

  private static double mean(JsonPlace histogram, ResultUnit unit) {
    double sum = 0;
    double count = 0;
    for (JsonPlace bin : histogram.some()) {
      List<JsonPlace> pair = bin.each();
      if (pair.size() != 2) {
        throw bin.problem("wanted a value and how often, found " + pair.size() + " entries");
      }
      double times = pair.get(1).count();
      sum += pair.get(0).number(unit) * times;
      count += times;
    }
    return sum / count;
  }
}
