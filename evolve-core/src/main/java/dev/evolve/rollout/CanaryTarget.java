package dev.evolve.rollout;

import dev.evolve.loop.Cancellation;

/**
 * Where live traffic is. Whatever happens, a target that is stopped or dies leaves the baseline
 * serving everything.
 */
public interface CanaryTarget {

  /**
   * Brings both arms up if they are not, splits the traffic by the stage's weight and reports what
   * both showed. Starting a stage again after a crash is safe.
   */
  CanaryStageReport runStage(CanaryStageRequest request, Cancellation cancellation)
      throws InterruptedException;

  /** Takes the candidate out and ends the canary; safe to call twice. */
  void stop(String canaryId);
}
