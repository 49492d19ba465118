package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What failures teach: a knob's value that was part of two failures or more and of no success is
 * suspected to be why they failed. Values of the baseline are never suspected.
 */
final class Suspicion {

  private static final int FAILURES = 2;

  private final Set<Map.Entry<String, String>> suspected;

  private Suspicion(Set<Map.Entry<String, String>> suspected) {
    this.suspected = suspected;
  }

  static Suspicion from(Configuration baseline, List<Trial> history) {
    Map<Map.Entry<String, String>, Integer> failures = new HashMap<>();
    Set<Map.Entry<String, String>> cleared = new HashSet<>(entries(baseline));
    for (Trial trial : history) {
      if (trial.objectiveRatio() == null) {
        entries(trial.configuration()).forEach(entry -> failures.merge(entry, 1, Integer::sum));
      } else {
        cleared.addAll(entries(trial.configuration()));
      }
    }
    failures.values().removeIf(count -> count < FAILURES);
    failures.keySet().removeAll(cleared);
    return new Suspicion(Set.copyOf(failures.keySet()));
  }

  /** True if the configuration has a suspected value. */
  boolean isOn(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .anyMatch(entry -> suspected.contains(Map.entry(entry.getKey(), entry.getValue())));
  }

  private static List<Map.Entry<String, String>> entries(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
        .toList();
  }
}
