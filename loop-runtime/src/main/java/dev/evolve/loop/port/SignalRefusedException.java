package dev.evolve.loop.port;

/** A signal that a waiting loop did not accept; the loop waits on. */
public final class SignalRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code machine-readable reason, such as {@code author-may-not-approve}
   * @param message what was wanted, what was found
   */
  public SignalRefusedException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Machine-readable reason. */
  public String code() {
    return code;
  }
}
