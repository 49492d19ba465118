package dev.evolve.serving.kernel;

import org.jspecify.annotations.Nullable;

/** The kernels cannot be had on this machine; the message says what is missing and what to do. */
public final class KernelsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KernelsUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
