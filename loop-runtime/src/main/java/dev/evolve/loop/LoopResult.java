package dev.evolve.loop;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a finished loop leaves behind.
 *
 * @param outcome one word, such as {@code promoted} or {@code length}
 * @param artifacts named outputs, sorted by name
 */
public record LoopResult(String outcome, SortedMap<String, String> artifacts) {

  public LoopResult {
    artifacts = Collections.unmodifiableSortedMap(new TreeMap<>(artifacts));
  }
}
