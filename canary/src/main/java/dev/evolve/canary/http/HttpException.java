package dev.evolve.canary.http;

import java.io.IOException;

/** A message that is not HTTP/1.1, or more of it than the limits allow. */
public final class HttpException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status what a server answers to such a request
   * @param message what was wrong
   */
  public HttpException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** What a server answers to such a request. */
  public int status() {
    return status;
  }
}
