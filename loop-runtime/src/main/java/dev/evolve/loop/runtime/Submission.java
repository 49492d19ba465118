package dev.evolve.loop.runtime;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;

/**
 * A request to start a loop.
 *
 * @param kind the kind that a registered loop has
 * @param loopId identity, unique for ever: the runtime refuses one that runs, but does not remember
 *     those that have ended. Loops of one request or session share a prefix up to a slash, see
 *     {@link CancelScope.GroupScope}
 * @param request what the loop's {@code init} takes
 * @param model what the loop runs
 * @param seed seed for everything random in it
 * @param profile how it runs
 * @param priority 0 for normal; a loop of higher priority that does not fit preempts loops of lower
 *     priority at their step boundaries
 */
public record Submission(
    String kind,
    String loopId,
    Object request,
    ModelRef model,
    long seed,
    ExecutionProfile profile,
    int priority) {

  public Submission {
    if (kind.isBlank() || loopId.isBlank()) {
      throw new IllegalArgumentException("a submission needs a kind and a loop id");
    }
  }

  /** A submission that serves. */
  public static Submission serve(
      String kind, String loopId, Object request, ModelRef model, long seed) {
    return new Submission(kind, loopId, request, model, seed, ExecutionProfile.SERVE, 0);
  }

  /** This submission with another priority. */
  public Submission withPriority(int other) {
    return new Submission(kind, loopId, request, model, seed, profile, other);
  }

  /** This submission under another profile. */
  public Submission withProfile(ExecutionProfile other) {
    return new Submission(kind, loopId, request, model, seed, other, priority);
  }
}
