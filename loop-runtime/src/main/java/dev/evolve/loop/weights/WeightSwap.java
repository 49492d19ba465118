package dev.evolve.loop.weights;

import dev.evolve.loop.cache.VersionedCache;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Swaps the weights of components under loops that run:
 *
 * <ol>
 *   <li>the new versions are staged while loops run;
 *   <li>admission of every kind that runs on the components is frozen; loops that run drain, or
 *       stop at their next step boundary;
 *   <li>when nothing of them moves, the versions are installed and put into force, and every cached
 *       value and graph that was made with others of these components is dropped;
 *   <li>the kinds are thawed: what waited begins on the new versions; loops that were stopped go on
 *       from {@link dev.evolve.loop.Loop#withoutCache}.
 * </ol>
 *
 * <p>If anything up to the installation fails, or the swap is given up, the old versions stay in
 * force and the kinds are thawed as they were. A crash at any point loses nothing: loops that were
 * waiting or stopped are in the store like any other, and go on after a restart on whatever
 * versions are loaded then. If a cache cannot drop what is stale, the kinds stay frozen, since a
 * loop that went on could find it; the swap's future fails with the reason.
 *
 * <p>A loop whose state names the version that it runs on, and that waited through a swap, is for
 * its executor to refuse: whoever submits reads {@link ComponentVersions} first.
 *
 * <p>Thread-safe. There is one of it for a runtime, and nobody else freezes the kinds it is given.
 */
public final class WeightSwap {

  private final SwapTarget target;
  private final ComponentVersions versions;
  private final List<VersionedCache> caches;
  private final Executor threads;
  private final Set<String> frozenKinds = new HashSet<>();

  /**
   * @param target drives the loops
   * @param versions what is in force
   * @param caches everything that holds what was computed with weights
   * @param threads where installations run; never a thread on which the target completes its
   *     futures, since an installation may be long
   */
  public WeightSwap(
      SwapTarget target,
      ComponentVersions versions,
      List<VersionedCache> caches,
      Executor threads) {
    this.target = target;
    this.versions = versions;
    this.caches = List.copyOf(caches);
    this.threads = threads;
  }

  /**
   * Begins a swap; stages the new versions on the calling thread.
   *
   * @throws IllegalArgumentException if there is no such component
   */
  public RunningSwap begin(SwapOrder order, WeightLoader loader) {
    RunningSwap swap = new RunningSwap(this, order, versions.of(order.versions().keySet()));
    String busy = reserve(order.kinds());
    if (busy != null) {
      swap.keep(busy + " is being frozen by another swap; try again when it has ended");
    } else {
      swap.start(loader);
    }
    return swap;
  }

  private synchronized @Nullable String reserve(List<String> kinds) {
    for (String kind : kinds) {
      if (frozenKinds.contains(kind)) {
        return kind;
      }
    }
    frozenKinds.addAll(kinds);
    return null;
  }

  synchronized void letGo(List<String> kinds) {
    kinds.forEach(frozenKinds::remove);
  }

  SwapTarget target() {
    return target;
  }

  Executor threads() {
    return threads;
  }

  /** Puts versions into force and drops what is stale; gives how much that was. */
  int putInForce(SwapOrder order) {
    versions.putAll(order.versions());
    int dropped = 0;
    for (VersionedCache cache : caches) {
      for (Map.Entry<String, String> part : order.versions().entrySet()) {
        dropped += cache.dropComponent(part.getKey(), part.getValue());
      }
    }
    return dropped;
  }
}
