package dev.evolve.app.tune;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run of a command gave a race.
 *
 * @param samples of one metric as they were printed; of several the one factor that they come to
 * @param metrics values of several metrics; empty where one counts
 */
record RaceRun(List<Double> samples, Map<String, Double> metrics) {
  RaceRun {
    samples = List.copyOf(samples);
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }
}
