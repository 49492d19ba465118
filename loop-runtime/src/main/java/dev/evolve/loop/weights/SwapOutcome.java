package dev.evolve.loop.weights;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What came of a swap. */
public sealed interface SwapOutcome {

  /**
   * The new versions are in force.
   *
   * @param from the versions before, by component
   * @param to the versions now
   * @param dropped how many cached values and graphs of the components were dropped
   */
  record Swapped(SortedMap<String, String> from, SortedMap<String, String> to, int dropped)
      implements SwapOutcome {

    public Swapped {
      from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
      to = Collections.unmodifiableSortedMap(new TreeMap<>(to));
    }
  }

  /**
   * The versions before are still in force, and their loops go on.
   *
   * @param versions the versions in force, by component
   * @param reason why they were not swapped
   */
  record Kept(SortedMap<String, String> versions, String reason) implements SwapOutcome {

    public Kept {
      versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    }
  }
}
