package dev.evolve.loop.port;

import dev.evolve.loop.ConsistencyLevel;

/**
 * What an executor promises of its kernels: how closely a batch and its members alone agree.
 *
 * @param level over what it holds: {@link ConsistencyLevel#C0_COMPONENT} over each step taken from
 *     the same state, {@link ConsistencyLevel#C1_LOOP} over the whole trajectory
 * @param tolerance largest absolute difference of any number; 0 promises equal bits
 */
public record KernelDeclaration(ConsistencyLevel level, double tolerance) {

  /** The same bits in a batch of any size, over the whole trajectory. */
  public static final KernelDeclaration BIT_IDENTICAL =
      new KernelDeclaration(ConsistencyLevel.C1_LOOP, 0);

  public KernelDeclaration {
    if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "a kernel's tolerance must be finite and at least 0, not " + tolerance);
    }
    if (level.compareTo(ConsistencyLevel.C1_LOOP) > 0) {
      throw new IllegalArgumentException(
          "a kernel declares C0_COMPONENT or C1_LOOP, which steps show, not " + level);
    }
  }

  /** Agreement of each step that is taken from the same state. */
  public static KernelDeclaration perStep(double tolerance) {
    return new KernelDeclaration(ConsistencyLevel.C0_COMPONENT, tolerance);
  }

  /** Agreement of whole trajectories. */
  public static KernelDeclaration perTrajectory(double tolerance) {
    return new KernelDeclaration(ConsistencyLevel.C1_LOOP, tolerance);
  }

  /** Whether equal bits are promised. */
  public boolean isBitIdentical() {
    return tolerance == 0;
  }
}
