package dev.evolve.serving.denoise;

import dev.evolve.serving.schedule.ExpertRouting;
import dev.evolve.serving.schedule.FlowMatchSchedule;

/**
 * How a request is sampled.
 *
 * @param schedule noise levels, one step between each two
 * @param routing which expert takes a step
 * @param stochastic whether steps add fresh noise
 */
public record Sampling(FlowMatchSchedule schedule, ExpertRouting routing, boolean stochastic) {

  private static final double SHIFT = 3;
  private static final double BOUNDARY = 0.875;

  /** Deterministic steps with a shift of 3 and experts that change at 0.875. */
  public static Sampling ofSteps(int steps) {
    return new Sampling(
        FlowMatchSchedule.shifted(steps, SHIFT), new ExpertRouting(BOUNDARY), false);
  }

  /** This sampling with fresh noise in each step. */
  public Sampling withFreshNoise() {
    return new Sampling(schedule, routing, true);
  }

  /** This sampling with other experts. */
  public Sampling routed(ExpertRouting other) {
    return new Sampling(schedule, other, stochastic);
  }
}
