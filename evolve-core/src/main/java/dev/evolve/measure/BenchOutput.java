package dev.evolve.measure;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a bench printed.
 *
 * @param metrics the declared metrics, by name
 * @param hashes what it printed hashes of, by name
 * @param problem why the output cannot be used; empty if it can
 * @param rest the beginning of whatever else it printed
 */
record BenchOutput(
    SortedMap<String, MetricValue> metrics,
    SortedMap<String, String> hashes,
    String problem,
    String rest) {

  BenchOutput {
    metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
    hashes = Collections.unmodifiableSortedMap(new TreeMap<>(hashes));
  }
}
