package dev.evolve.rollout;

import dev.evolve.measure.Arm;
import java.util.List;

/**
 * What one arm showed in one stage.
 *
 * @param arm the arm
 * @param requests requests sent to it
 * @param errors requests that failed: no answer, or a status of 500 and above
 * @param latenciesMs latency of each request that succeeded, in milliseconds, in order of arrival
 */
public record ArmObservation(Arm arm, long requests, long errors, List<Double> latenciesMs) {

  public ArmObservation {
    latenciesMs = List.copyOf(latenciesMs);
  }
}
