package dev.evolve.app.tune;

import dev.evolve.search.Trial;
import java.util.List;

/**
 * A measured configuration of a tuning.
 *
 * @param trial as the search was told
 * @param printed every sample as the command printed it
 * @param at when, ISO-8601
 */
public record TuneRecord(Trial trial, List<Double> printed, String at) {
  public TuneRecord {
    printed = List.copyOf(printed);
  }
}
