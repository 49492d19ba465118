package dev.evolve.campaign;

import dev.evolve.json.Json;
import dev.evolve.loop.Signal;

/**
 * A person's decision on the proposal that awaits approval, as the payload of a signal.
 *
 * @param proposalId the proposal that was decided on
 * @param approve true to approve, false to decline
 * @param person who
 * @param via where
 * @param reason why; may be empty for an approval
 */
public record DecisionSignal(
    String proposalId, boolean approve, String person, String via, String reason) {

  /** Name of the signal. */
  public static final String NAME = "decision";

  /** The decision as a signal. */
  public Signal toSignal() {
    return new Signal(NAME, Json.write(this));
  }

  /**
   * The decision that a signal carries.
   *
   * @throws IllegalArgumentException if it carries none
   */
  static DecisionSignal from(Signal signal) {
    return Json.read(signal.payload(), DecisionSignal.class);
  }
}
