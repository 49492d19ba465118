package dev.evolve.loop;

/**
 * The pool that a step should run on. Pools are named lanes of an executor with a width of their
 * own, such as {@code build} or {@code timing}.
 *
 * @param pool name of the pool
 */
public record PlacementHint(String pool) {

  /** The executor's default pool. */
  public static final PlacementHint ANY = new PlacementHint("any");
}
