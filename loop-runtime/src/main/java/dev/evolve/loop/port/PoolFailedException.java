package dev.evolve.loop.port;

/**
 * A whole pool of an executor is broken, not one loop: the runtime has the pool set up again and
 * resumes the pool's loops from their last boundary.
 */
public final class PoolFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String pool;

  /**
   * @param pool name of the pool, as in {@link dev.evolve.loop.PlacementHint}
   * @param cause what broke
   */
  public PoolFailedException(String pool, Throwable cause) {
    super("pool " + pool + " is broken: " + cause.getMessage(), cause);
    this.pool = pool;
  }

  /** Name of the pool. */
  public String pool() {
    return pool;
  }
}
