package dev.evolve.loop.weights;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which version of each component is in force. Whoever submits a loop reads here what it will run
 * on; only a {@link WeightSwap} changes it. Thread-safe.
 */
public final class ComponentVersions {

  private final SortedMap<String, String> inForce;

  /**
   * @param loaded versions that were loaded at the start, by component
   */
  public ComponentVersions(Map<String, String> loaded) {
    this.inForce = new TreeMap<>(loaded);
  }

  /** The version of a component; empty if there is no such component. */
  public synchronized Optional<String> of(String component) {
    return Optional.ofNullable(inForce.get(component));
  }

  /** All versions, by component. */
  public synchronized SortedMap<String, String> asMap() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(inForce));
  }

  /**
   * The versions of some components.
   *
   * @throws IllegalArgumentException if there is no such component
   */
  synchronized SortedMap<String, String> of(Set<String> components) {
    SortedMap<String, String> versions = new TreeMap<>(inForce);
    versions.keySet().retainAll(components);
    if (!versions.keySet().containsAll(components)) {
      throw new IllegalArgumentException(
          "there are no components " + components + "; components are " + inForce.keySet());
    }
    return versions;
  }

  synchronized void putAll(SortedMap<String, String> versions) {
    inForce.putAll(versions);
  }
}
