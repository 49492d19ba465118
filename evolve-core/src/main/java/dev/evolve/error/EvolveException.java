package dev.evolve.error;

import org.jspecify.annotations.Nullable;

/** An operating failure: what was wanted, what was found, and what can be done about it. */
public class EvolveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public EvolveException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public EvolveException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }
}
