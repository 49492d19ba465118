package dev.evolve.graph;

import java.time.Duration;

/**
 * How long the graph may take, and how much it is given at once.
 *
 * @param question time that the database may spend on a question
 * @param write time that it may spend on a batch
 * @param migration time that it may spend to build the indexes of a migration
 * @param wholeGraph time that it may spend to read everything, for a check or a digest
 * @param eventsPerBatch most events in a batch
 */
public record GraphLimits(
    Duration question,
    Duration write,
    Duration migration,
    Duration wholeGraph,
    int eventsPerBatch) {

  /** What the application uses. */
  public static final GraphLimits STANDARD =
      new GraphLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofMinutes(2),
          Duration.ofMinutes(30),
          5_000);

  public GraphLimits {
    if (question.isNegative() || question.isZero() || write.isNegative() || write.isZero()) {
      throw new IllegalArgumentException(
          "times must be positive, found " + question + " and " + write);
    }
    if (eventsPerBatch < 1) {
      throw new IllegalArgumentException("a batch of " + eventsPerBatch + " events holds nothing");
    }
  }
}
