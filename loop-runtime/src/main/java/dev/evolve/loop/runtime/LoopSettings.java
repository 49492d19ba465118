package dev.evolve.loop.runtime;

import dev.evolve.loop.StepInterceptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How all loops of a kind are driven; fixed when the kind is registered, never by a request.
 *
 * @param durability what of them survives the process
 * @param interceptors what alters their steps, in the order in which it is asked
 * @param exact whether outputs must be those of the loop alone: no interceptor that alters the
 *     distribution is allowed
 */
public record LoopSettings(
    Durability durability, List<StepInterceptor> interceptors, boolean exact) {

  /** Every step is stored, nothing is intercepted. */
  public static final LoopSettings STORED =
      new LoopSettings(Durability.EVERY_STEP, List.of(), false);

  /** Nothing is stored, nothing is intercepted. */
  public static final LoopSettings IN_MEMORY =
      new LoopSettings(Durability.IN_MEMORY, List.of(), false);

  /**
   * @throws IllegalArgumentException if two interceptors have the same id, if two of them alter the
   *     distribution, or if one does in exact mode
   */
  public LoopSettings {
    interceptors = List.copyOf(interceptors);
    requireDistinct(interceptors);
    List<String> altering =
        interceptors.stream()
            .filter(StepInterceptor::altersDistribution)
            .map(StepInterceptor::id)
            .toList();
    if (altering.size() > 1) {
      throw new IllegalArgumentException(
          "at most one interceptor may alter the distribution, not " + altering + "; drop one");
    }
    if (exact && !altering.isEmpty()) {
      throw new IllegalArgumentException(
          altering + " alters the distribution, which exact mode does not allow");
    }
  }

  /** These settings with interceptors. */
  public LoopSettings withInterceptors(StepInterceptor... others) {
    return new LoopSettings(durability, List.of(others), exact);
  }

  /** These settings in exact mode. */
  public LoopSettings inExactMode() {
    return new LoopSettings(durability, interceptors, true);
  }

  private static void requireDistinct(List<StepInterceptor> interceptors) {
    Set<String> seen = new HashSet<>();
    for (StepInterceptor interceptor : interceptors) {
      if (!seen.add(interceptor.id())) {
        throw new IllegalArgumentException(
            "two interceptors have the id " + interceptor.id() + "; give each its own");
      }
    }
  }
}
