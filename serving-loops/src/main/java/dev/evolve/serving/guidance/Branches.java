package dev.evolve.serving.guidance;

import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;

/** The branches of classifier-free guidance (Ho and Salimans 2022), and how they are combined. */
final class Branches {

  static final List<String> BOTH =
      List.of(GuidancePolicy.CONDITIONAL, GuidancePolicy.UNCONDITIONAL);
  static final List<String> CONDITIONAL_ONLY = List.of(GuidancePolicy.CONDITIONAL);

  private Branches() {}

  /** u + s (c - u). */
  static Tensor classic(SortedMap<String, Tensor> velocities, double scale) {
    float factor = (float) scale;
    return of(velocities, GuidancePolicy.UNCONDITIONAL)
        .combine(of(velocities, GuidancePolicy.CONDITIONAL), (u, c) -> Math.fma(factor, c - u, u));
  }

  /** c - u. */
  static Tensor delta(SortedMap<String, Tensor> velocities) {
    return of(velocities, GuidancePolicy.CONDITIONAL)
        .combine(of(velocities, GuidancePolicy.UNCONDITIONAL), (c, u) -> c - u);
  }

  /** c + (s - 1) delta. */
  static Tensor reused(SortedMap<String, Tensor> velocities, Tensor delta, double scale) {
    float factor = (float) (scale - 1);
    return of(velocities, GuidancePolicy.CONDITIONAL)
        .combine(delta, (c, d) -> Math.fma(factor, d, c));
  }

  static Tensor of(SortedMap<String, Tensor> velocities, String branch) {
    Tensor velocity = velocities.get(branch);
    if (velocity == null) {
      throw new IllegalArgumentException(
          "guidance needs branch " + branch + "; computed were " + velocities.keySet());
    }
    return velocity;
  }
}
