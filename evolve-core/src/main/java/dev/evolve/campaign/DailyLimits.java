package dev.evolve.campaign;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says whether another candidate may be measured today. It is asked by the step that would measure,
 * never by the plan: the answer is recorded as an event, so that a replay does not ask again.
 */
public interface DailyLimits {

  /** Everything may be measured. */
  DailyLimits NONE =
      new DailyLimits() {
        @Override
        public Optional<String> reserve(NextMeasurement next) {
          return Optional.empty();
        }

        @Override
        public void release(String campaignId) {}
      };

  /**
   * Sets aside what the candidate is expected to take, until the campaign's next event.
   *
   * @return why it must not be measured, a sentence with the budget and its figures; empty if it
   *     may be
   * @throws dev.evolve.error.EvolveException LOG_UNAVAILABLE if what was spent is not known
   */
  Optional<String> reserve(NextMeasurement next);

  /** The measurement of a campaign that was asked about ended without an event. */
  void release(String campaignId);

  /**
   * What is about to be measured.
   *
   * @param campaignId whose candidate it is
   * @param eventCount how many events of that campaign are recorded; what they cost counts
   * @param agent who wrote the proposal
   * @param pack name of the pack
   * @param expected building and running that it is expected to take; zero if that is not known. By
   *     the clock on the wall it takes at least as long
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
