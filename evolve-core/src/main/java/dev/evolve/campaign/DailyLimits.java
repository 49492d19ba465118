package dev.evolve.campaign;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says whether another candidate may be measured today. It is asked by the step that would measure,
 * never by the plan: the answer is recorded as an event, so that a replay does not ask again.
 */
@FunctionalInterface
public interface DailyLimits {

  /** Everything may be measured. */
  DailyLimits NONE = next -> Optional.empty();

  /**
   * Why the candidate must not be measured, a sentence with the budget and its figures; empty if it
   * may be.
   *
   * @throws dev.evolve.error.EvolveException LOG_UNAVAILABLE if what was spent is not known
   */
  Optional<String> refusal(NextMeasurement next);

  /**
   * What is about to be measured.
   *
   * @param campaignId whose candidate it is
   * @param eventCount how many events of that campaign are recorded; what they cost counts
   * @param agent who wrote the proposal
   * @param pack name of the pack
   * @param expected building and running that it is expected to take; zero if that is not known
   * @param at when
   */
  record NextMeasurement(
      String campaignId,
      long eventCount,
      String agent,
      String pack,
      Duration expected,
      Instant at) {}
}
