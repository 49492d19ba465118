package dev.evolve.cuda;

/** A call of a native library that could not be made or did not succeed. */
final class NativeCallException extends Exception {
  private static final long serialVersionUID = 1L;

  NativeCallException(String message) {
    super(message);
  }
}
