package dev.evolve.loop;

import java.util.List;

/**
 * Where a step stands in its sampling. Policies and interceptors read it and nothing else of each
 * other: a change of the active expert, for instance, tells a guidance policy that what it kept is
 * stale.
 *
 * @param stepIndex index of the step, from 0
 * @param timestep the model's time, in its own unit; 0 for a step without one
 * @param sigma noise level before the step, from 1 (noise) to 0 (clean); 0 for a step without one
 * @param branch guidance branch, such as {@code cond}; empty where there is only one
 * @param activeExpert the expert that runs the step; empty where there is only one
 * @param coefficients the solver's coefficients for the step, in the solver's order
 */
public record StepContext(
    long stepIndex,
    double timestep,
    double sigma,
    String branch,
    String activeExpert,
    List<Double> coefficients) {

  private static final StepContext FIRST = new StepContext(0, 0, 0, "", "", List.of());

  public StepContext {
    coefficients = List.copyOf(coefficients);
  }

  /** A step without sampling. */
  public static StepContext at(long stepIndex) {
    return stepIndex == 0 ? FIRST : new StepContext(stepIndex, 0, 0, "", "", List.of());
  }

  /** This step on another guidance branch. */
  public StepContext onBranch(String other) {
    return new StepContext(stepIndex, timestep, sigma, other, activeExpert, coefficients);
  }
}
