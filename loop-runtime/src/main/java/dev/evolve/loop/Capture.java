package dev.evolve.loop;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a graph that is captured of a step depends on beside its shape and the hardware.
 *
 * @param componentVersions version of every component that takes part, by name; empty means that
 *     the step cannot be captured
 * @param stochastic whether the step draws random numbers while it runs; it is never captured then
 * @param workspaceBytes most bytes that a captured graph keeps for this step; one of a batch keeps
 *     as many for each of its steps. Follows from shape and structure
 */
public record Capture(
    SortedMap<String, String> componentVersions, boolean stochastic, long workspaceBytes) {

  /** Cannot be captured. */
  public static final Capture NONE = new Capture(new TreeMap<>(), false, 0);

  public Capture {
    componentVersions = Collections.unmodifiableSortedMap(new TreeMap<>(componentVersions));
    if (workspaceBytes < 0) {
      throw new IllegalArgumentException("a workspace has at least 0 bytes, not " + workspaceBytes);
    }
  }

  /** Whether a graph of the step may be captured and replayed. */
  public boolean isCapturable() {
    return !stochastic && !componentVersions.isEmpty();
  }
}
