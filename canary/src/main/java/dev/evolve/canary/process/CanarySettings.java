package dev.evolve.canary.process;

import dev.evolve.canary.splitter.SplitterSettings;
import java.time.Duration;

/**
 * Limits of a canary on processes.
 *
 * @param splitter of the traffic splitter
 * @param startLimit for a service to become healthy
 * @param serviceLifetime after which a service is killed whatever happens
 * @param stageLength a stage's recorded load is sped up to take no longer
 * @param stageLimit after which a stage is broken off
 * @param drainLimit for the last requests when the candidate is taken out
 * @param concurrency requests under way at a time
 * @param warmUpRequests sent to each arm before a stage and not counted
 * @param shadowShare share of the candidate's answers that is compared with the baseline's
 * @param shadowLimit at most so many of them in a stage
 * @param badRequestBudget failed requests of the candidate after which a stage is broken off
 */
public record CanarySettings(
    SplitterSettings splitter,
    Duration startLimit,
    Duration serviceLifetime,
    Duration stageLength,
    Duration stageLimit,
    Duration drainLimit,
    int concurrency,
    int warmUpRequests,
    double shadowShare,
    int shadowLimit,
    int badRequestBudget) {

  /** Ten seconds to start, loads of at most ten, half of the candidate's answers compared. */
  public static CanarySettings standard() {
    return new CanarySettings(
        SplitterSettings.standard(),
        Duration.ofSeconds(10),
        Duration.ofMinutes(30),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        16,
        20,
        0.5,
        100,
        20);
  }
}
