package dev.evolve.loop.capture;

/** A step claims to be what was captured, and is not. Its loop fails; nothing was replayed. */
public final class GraphMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what was captured, and what was found
   */
  public GraphMismatchException(String message) {
    super(message);
  }
}
