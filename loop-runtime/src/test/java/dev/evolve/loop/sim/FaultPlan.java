package dev.evolve.loop.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often what goes wrong. Probabilities are per opportunity.
 *
 * @param drop an answer is lost; its loop goes on after the next restart
 * @param duplicate an answer comes twice
 * @param crashBeforeCommit the process dies when it is about to store
 * @param crashAfterCommit the process dies when it has stored and does not know
 * @param crashAnywhere the process dies between two events
 * @param storeAway the store goes away for a while between two events
 * @param zombie a process that was thought dead goes on for a while
 * @param refuse a signal is one that the executor refuses
 * @param poolBreak a pool breaks between two events, with all that is under way on it
 * @param beyondRepair setting a broken pool up again fails
 * @param freeze the kind is frozen for a while between two events
 * @param longestStep answers take from nothing to this long, so they overtake each other
 * @param longestSync a group of commits becomes durable after nothing to this long
 */
public record FaultPlan(
    double drop,
    double duplicate,
    double crashBeforeCommit,
    double crashAfterCommit,
    double crashAnywhere,
    double storeAway,
    double zombie,
    double refuse,
    double poolBreak,
    double beyondRepair,
    double freeze,
    Duration longestStep,
    Duration longestSync) {

  /** Nothing goes wrong. */
  public static FaultPlan none() {
    return new FaultPlan(
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Duration.ofSeconds(1), Duration.ofMillis(10));
  }

  /** Some of everything, more in some runs than in others. */
  public static FaultPlan draw(RandomGenerator random) {
    double rate = random.nextInt(4) * 0.01;
    return new FaultPlan(
        rate,
        10 * rate,
        rate,
        rate,
        rate,
        2 * rate,
        0.5,
        0.3,
        (1 << (2 * random.nextInt(3))) * rate,
        0.1,
        random.nextInt(3) * 0.03,
        Duration.ofMillis(1 + random.nextInt(5_000)),
        Duration.ofMillis(1 + random.nextInt(2_000)));
  }
}
