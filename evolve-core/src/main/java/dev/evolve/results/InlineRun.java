package dev.evolve.results;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run that is given as values instead of a file: one process.
 *
 * @param name of the run, for people
 * @param at when; null if that is not known
 * @param machine what identifies the machine, such as {@code host} and {@code cpu}; null if that is
 *     not known
 * @param measurements what was measured
 */
public record InlineRun(
    String name,
    @Nullable Instant at,
    @Nullable Map<String, String> machine,
    List<InlineMeasurement> measurements) {

  public InlineRun {
    measurements = List.copyOf(measurements);
    machine = machine == null ? null : Map.copyOf(machine);
  }

  /**
   * Values of a metric.
   *
   * @param benchmark name, with its parameters
   * @param metric name
   * @param values iterations, in the order they were made
   * @param unit such as {@code ms}
   * @param better {@code lower} or {@code higher}; null to leave it to the unit
   */
  public record InlineMeasurement(
      String benchmark,
      String metric,
      List<BigDecimal> values,
      String unit,
      @Nullable String better) {
    public InlineMeasurement {
      if (benchmark == null || metric == null || unit == null) {
        throw new IllegalArgumentException(
            "a measurement needs benchmark, metric, values and unit");
      }
      values = List.copyOf(values);
    }
  }

  /**
   * The run as a file.
   *
   * @throws UnreadableResultException saying what is wrong
   */
  public ResultFile file() {
    TurnBuilder turn = new TurnBuilder(name);
    if (machine != null) {
      new TreeMap<>(machine).forEach((key, value) -> put(turn, key, value));
    }
    for (int i = 0; i < measurements.size(); i++) {
      add(turn, "measurements[" + i + "]", measurements.get(i));
    }
    if (turn.isEmpty()) {
      throw new UnreadableResultException(name, "measurements", "wanted at least one value");
    }
    return new ResultFile(
        name,
        ResultFormat.METRIC_LINES,
        Digests.sha256(Json.write(List.of(measurements, turn.machine, String.valueOf(at)))),
        List.of(turn.build(name, at)),
        List.of());
  }

  private static void put(TurnBuilder turn, String key, String value) {
    turn.machine.put(ResultText.shown(key, 100), ResultText.shown(value, 200));
  }

  private void add(TurnBuilder turn, String place, InlineMeasurement is) {
    ResultUnit unit = ResultUnit.of(ResultText.name(name, place + ".unit", is.unit()));
    ResultUnit directed =
        is.better() == null ? unit : unit.better(direction(place + ".better", is.better()));
    String benchmark = ResultText.name(name, place + ".benchmark", is.benchmark());
    String metric = ResultText.name(name, place + ".metric", is.metric());
    for (BigDecimal value : is.values()) {
      turn.add(place, benchmark, metric, directed, 0, directed.normalise(value));
    }
  }

  private Direction direction(String place, String better) {
    return switch (better) {
      case "lower" -> Direction.LOWER;
      case "higher" -> Direction.HIGHER;
      default ->
          throw new UnreadableResultException(
              name, place, "wanted lower or higher, found " + ResultText.shown(better, 30));
    };
  }
}
