package dev.evolve.app.serving.api;

/** Carries an {@link ApiError} out of the reading of a request. */
public final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ApiError error;

  public ApiException(ApiError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /** The answer to give. */
  public ApiError error() {
    return error;
  }
}
