package dev.evolve.loop.weights;

import dev.evolve.loop.runtime.FreezeMode;
import java.util.List;
import java.util.TreeSet;

/**
 * Which weights are to be changed.
 *
 * @param component the component
 * @param version the version that is to be in force
 * @param kinds every kind of loop that runs on the component
 * @param mode whether loops that run drain on the old version, or stop at a boundary and go on with
 *     the new one, their caches made anew
 */
public record SwapOrder(String component, String version, List<String> kinds, FreezeMode mode) {

  public SwapOrder {
    kinds = List.copyOf(new TreeSet<>(kinds));
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "a swap of " + component + " needs the kinds of loop that run on it, found none");
    }
  }
}
