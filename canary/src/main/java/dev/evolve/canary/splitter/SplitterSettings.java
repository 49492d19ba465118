package dev.evolve.canary.splitter;

import dev.evolve.canary.http.HttpLimits;
import java.time.Duration;

/**
 * How a splitter treats its clients and its two services.
 *
 * @param limits of requests and responses
 * @param upstreamTimeout for one exchange with a service
 * @param clientTimeout for a client to send its next request, idle time included
 * @param upstreamConnections connections to each service; more requests wait
 * @param clientConnections clients at a time; more are turned away
 * @param stickyHeader requests with an equal value of this header go to the same arm
 */
public record SplitterSettings(
    HttpLimits limits,
    Duration upstreamTimeout,
    Duration clientTimeout,
    int upstreamConnections,
    int clientConnections,
    String stickyHeader) {

  /** Five seconds for a service, thirty for a client, 16 connections to each service. */
  public static SplitterSettings standard() {
    return new SplitterSettings(
        HttpLimits.standard(),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        16,
        256,
        "Evolve-Sticky-Key");
  }
}
