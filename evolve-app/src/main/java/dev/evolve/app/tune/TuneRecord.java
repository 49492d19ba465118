package dev.evolve.app.tune;

import dev.evolve.search.Trial;
import java.util.List;
import java.util.Map;

/**
 * A measured configuration of a tuning.
 *
 * @param trial as the search was told
 * @param printed every sample as the command printed it
 * @param at when, ISO-8601
 * @param runs where several metrics count: their values by run; they stand here although a limit
 *     rejects the configuration
 */
public record TuneRecord(
    Trial trial, List<Double> printed, String at, List<Map<String, Double>> runs) {
  public TuneRecord {
    printed = List.copyOf(printed);
    runs = List.copyOf(runs);
  }

  /** Of one metric. */
  public TuneRecord(Trial trial, List<Double> printed, String at) {
    this(trial, printed, at, List.of());
  }
}
