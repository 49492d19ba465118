package dev.evolve.loop;

import java.util.List;

/**
 * The cache operations of a step, in order.
 *
 * @param operations reads and writes
 */
public record CachePlan(List<CacheOp> operations) {

  /** Touches no cache. */
  public static final CachePlan NONE = new CachePlan(List.of());

  public CachePlan {
    operations = List.copyOf(operations);
  }
}
