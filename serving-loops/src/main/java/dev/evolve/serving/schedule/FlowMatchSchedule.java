package dev.evolve.serving.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * The noise levels of a flow-matching trajectory: one more than there are steps, strictly falling,
 * from at most 1 (noise) to 0 (clean).
 *
 * <p>The shift spends more steps at high noise: sigma' = shift * sigma / (1 + (shift - 1) * sigma).
 * Source: Esser et al., "Scaling Rectified Flow Transformers for High-Resolution Image Synthesis"
 * (2024), section 5.3.2, as {@code FlowMatchEulerDiscreteScheduler} of Hugging Face diffusers
 * applies it. A timestep is 1000 times its sigma there and here.
 *
 * @param sigmas the levels, first to last
 */
public record FlowMatchSchedule(List<Double> sigmas) {

  private static final double TIMESTEPS = 1000;

  /**
   * @throws IllegalArgumentException if these are no levels of a trajectory
   */
  public FlowMatchSchedule {
    sigmas = List.copyOf(sigmas);
    if (sigmas.size() < 2 || !(sigmas.getFirst() <= 1) || sigmas.getLast() != 0) {
      throw wrong(sigmas);
    }
    for (int i = 1; i < sigmas.size(); i++) {
      if (!(sigmas.get(i) < sigmas.get(i - 1))) {
        throw wrong(sigmas);
      }
    }
  }

  /**
   * Equal spacing from 1 to 0, shifted.
   *
   * @param steps number of steps, at least 1
   * @param shift above 0; 1 leaves the spacing equal
   */
  public static FlowMatchSchedule shifted(int steps, double shift) {
    if (steps < 1 || !(shift > 0) || Double.isInfinite(shift)) {
      throw new IllegalArgumentException(
          "a schedule needs at least 1 step and a finite shift above 0; found "
              + steps
              + " and "
              + shift);
    }
    List<Double> sigmas = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      double even = (double) (steps - i) / steps;
      sigmas.add(shift * even / (1 + (shift - 1) * even));
    }
    return new FlowMatchSchedule(sigmas);
  }

  /** Levels that a distilled model was trained for, as they are. */
  public static FlowMatchSchedule distilled(Double... sigmas) {
    return new FlowMatchSchedule(List.of(sigmas));
  }

  /** Number of steps. */
  public int steps() {
    return sigmas.size() - 1;
  }

  /** Noise level before a step. */
  public double sigma(int step) {
    return sigmas.get(step);
  }

  /** The model's time before a step. */
  public double timestep(int step) {
    return TIMESTEPS * sigma(step);
  }

  private static IllegalArgumentException wrong(List<Double> sigmas) {
    return new IllegalArgumentException(
        "sigmas must fall strictly from at most 1 to exactly 0, two at least; found " + sigmas);
  }
}
