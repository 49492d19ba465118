package dev.evolve.impact;

import java.time.Instant;
import java.util.List;

/**
 * What a set of trials is, without the trials.
 *
 * @param id see {@link TrialSet#id()}
 * @param kernel the kernel or pack
 * @param shape the input, or empty
 * @param hardwareId the machine
 * @param provenance where it comes from
 * @param at when it was measured or taken in
 * @param parameters names of the knobs
 * @param size how many trials
 */
public record TrialSummary(
    String id,
    String kernel,
    String shape,
    String hardwareId,
    String provenance,
    Instant at,
    List<String> parameters,
    int size) {

  public TrialSummary {
    parameters = List.copyOf(parameters);
  }
}
