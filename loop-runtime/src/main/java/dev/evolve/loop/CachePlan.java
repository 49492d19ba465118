package dev.evolve.loop;

import dev.evolve.loop.CacheOp.Access;
import java.util.List;

/**
 * The cache operations of a step, in order.
 *
 * @param operations reads and writes
 * @param pureResult whether the step's payload is a pure function of the key that it reads and
 *     writes, so that a cached payload may stand in for running the step
 */
public record CachePlan(List<CacheOp> operations, boolean pureResult) {

  /** Touches no cache. */
  public static final CachePlan NONE = new CachePlan(List.of());

  public CachePlan {
    operations = List.copyOf(operations);
    if (pureResult && !isReadAndWriteOfOneKey(operations)) {
      throw new IllegalArgumentException(
          "a pure result reads and writes one key, not " + operations + "; use CachePlan.memo");
    }
  }

  /** Operations of a step that must run. */
  public CachePlan(List<CacheOp> operations) {
    this(operations, false);
  }

  /** The plan of a step whose payload is a pure function of {@code key}. */
  public static CachePlan memo(String cacheClass, String key) {
    return new CachePlan(
        List.of(
            new CacheOp(cacheClass, key, Access.READ), new CacheOp(cacheClass, key, Access.WRITE)),
        true);
  }

  private static boolean isReadAndWriteOfOneKey(List<CacheOp> operations) {
    return operations.size() == 2
        && operations.get(0).access() == Access.READ
        && operations.get(1).access() == Access.WRITE
        && operations.get(0).cacheClass().equals(operations.get(1).cacheClass())
        && operations.get(0).key().equals(operations.get(1).key());
  }
}
