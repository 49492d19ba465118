package dev.evolve.app.serving.http;

import java.time.Duration;

/**
 * Every limit of the server.
 *
 * @param times how long things may take
 * @param sizes how large they may be
 * @param connections most connections at once; a further one is closed at once
 */
public record ServerLimits(Times times, Sizes sizes, int connections) {

  /** Limits for clients one knows little of. */
  public static ServerLimits defaults() {
    return new ServerLimits(
        new Times(
            Duration.ofSeconds(30),
            Duration.ofSeconds(75),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30)),
        new Sizes(1 << 20, 16 << 10, 64 << 10),
        1_024);
  }

  /** These limits with other times. */
  public ServerLimits withTimes(Times other) {
    return new ServerLimits(other, sizes, connections);
  }

  /** These limits with other sizes. */
  public ServerLimits withSizes(Sizes other) {
    return new ServerLimits(times, other, connections);
  }

  /**
   * How long things may take.
   *
   * @param request from the first byte of a request to its last; then 408
   * @param keepAlive between two requests of a connection, and before its first
   * @param write until a client has taken what was written to it; then it counts as gone
   * @param drain for requests under way when the server stops; then they are cancelled
   */
  public record Times(Duration request, Duration keepAlive, Duration write, Duration drain) {
    public Times {
      requirePositive("request", request);
      requirePositive("keepAlive", keepAlive);
      requirePositive("write", write);
      if (drain.isNegative()) {
        throw new IllegalArgumentException("drain must not be negative, found " + drain);
      }
    }

    private static void requirePositive(String name, Duration value) {
      if (!value.isPositive()) {
        throw new IllegalArgumentException(name + " must be positive, found " + value);
      }
    }
  }

  /**
   * How large things may be.
   *
   * @param bodyBytes a request's body; then 413
   * @param headerBytes a request's headers; then 431
   * @param streamBytes text that waits for a client which reads slowly; then it is cancelled
   */
  public record Sizes(int bodyBytes, int headerBytes, int streamBytes) {
    public Sizes {
      requirePositive("bodyBytes", bodyBytes);
      requirePositive("headerBytes", headerBytes);
      requirePositive("streamBytes", streamBytes);
    }

    private static void requirePositive(String name, int value) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " must be positive, found " + value);
      }
    }
  }
}
