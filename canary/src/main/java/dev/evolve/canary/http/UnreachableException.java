package dev.evolve.canary.http;

import java.io.IOException;

/**
 * No connection could be made, so no byte of the request has left: sending it elsewhere is safe.
 */
public final class UnreachableException extends IOException {

  private static final long serialVersionUID = 1L;

  public UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
