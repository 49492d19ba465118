package dev.evolve.loop.weights;

import dev.evolve.loop.runtime.FreezeMode;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which weights are to be changed, all of them together.
 *
 * @param versions the versions that are to be in force, by component
 * @param kinds every kind of loop that runs on any of the components
 * @param mode whether loops that run drain on the old versions, or stop at a boundary and go on
 *     with the new ones, their caches made anew
 */
public record SwapOrder(SortedMap<String, String> versions, List<String> kinds, FreezeMode mode) {

  public SwapOrder {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    kinds = List.copyOf(new TreeSet<>(kinds));
    if (versions.isEmpty() || kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "a swap needs components and the kinds of loop that run on them, found "
              + versions
              + " and "
              + kinds);
    }
  }

  /** An order of one component. */
  public static SwapOrder of(
      String component, String version, List<String> kinds, FreezeMode mode) {
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put(component, version);
    return new SwapOrder(versions, kinds, mode);
  }
}
