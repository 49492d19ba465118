package dev.evolve.loop;

/**
 * One cache operation of a step.
 *
 * @param cacheClass the budget that it counts against
 * @param key everything that can change the cached value
 * @param access whether the step reads or writes it
 */
public record CacheOp(String cacheClass, String key, Access access) {

  /** Direction of a cache operation. */
  public enum Access {
    READ,
    WRITE
  }
}
