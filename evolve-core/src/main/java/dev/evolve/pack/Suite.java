package dev.evolve.pack;

import dev.evolve.results.ResultFormat;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An existing suite whose format a bench prints, so that it needs no wrapper.
 *
 * @param format what it prints
 * @param metrics by the name of a pack's metric, which {@code BENCHMARK/METRIC} of the suite it is
 */
public record Suite(ResultFormat format, SortedMap<String, String> metrics) {

  public Suite {
    metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
  }

  /** Which {@code BENCHMARK/METRIC} a metric is; empty if it is the suite's one of its own name. */
  public Optional<String> source(String metric) {
    return Optional.ofNullable(metrics.get(metric));
  }
}
