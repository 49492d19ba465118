package dev.evolve.loop.sim;

/** The process dies here. */
public final class SimulatedCrash extends Error {

  private static final long serialVersionUID = 1L;

  /**
   * @param where for the journal
   */
  public SimulatedCrash(String where) {
    super(where);
  }
}
