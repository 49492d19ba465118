package dev.evolve.serving.guidance;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Classifier-free guidance that spares forwards: it computes both branches at first, then reuses
 * the difference between them with the conditional branch alone, c + (s - 1) delta. It computes
 * both again when the active expert is another than the one that the difference is of, and when the
 * difference was reused often enough.
 *
 * <p>What it keeps, under branch {@link #UNCONDITIONAL} since that is what it stands in for, is a
 * {@link KeptDelta}.
 *
 * @param scale s; 1 follows the prompt without emphasis
 * @param gateSteps steps that compute both branches before the first reuse, at least 1
 * @param maxReuses steps in a row that reuse one difference
 */
public record AdaptiveGuidance(double scale, int gateSteps, int maxReuses)
    implements GuidancePolicy {

  /** Identity of what it keeps. */
  public static final String ID = "adaptive-guidance";

  /**
   * @throws IllegalArgumentException if no step computes both branches, or a count is negative
   */
  public AdaptiveGuidance {
    if (gateSteps < 1 || maxReuses < 0) {
      throw new IllegalArgumentException(
          "adaptive guidance computes both branches in at least 1 step and reuses at least 0 times;"
              + " found "
              + gateSteps
              + " and "
              + maxReuses);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<String> branches(StepContext context, PluginStates states) {
    return kept(states).filter(delta -> mayReuse(delta, context)).isPresent()
        ? Branches.CONDITIONAL_ONLY
        : Branches.BOTH;
  }

  @Override
  public Guided combine(
      StepContext context, SortedMap<String, Tensor> velocities, PluginStates states) {
    Optional<KeptDelta> kept = kept(states);
    return velocities.containsKey(UNCONDITIONAL)
        ? computed(context, velocities, kept, states)
        : reused(context, velocities, kept, states);
  }

  private Guided computed(
      StepContext context,
      SortedMap<String, Tensor> velocities,
      Optional<KeptDelta> before,
      PluginStates states) {
    int computed =
        1
            + before
                .filter(delta -> delta.expert().equals(context.activeExpert()))
                .map(KeptDelta::computed)
                .orElse(0);
    KeptDelta now = new KeptDelta(context.activeExpert(), computed, 0, Branches.delta(velocities));
    return new Guided(Branches.classic(velocities, scale), keep(now, states));
  }

  private Guided reused(
      StepContext context,
      SortedMap<String, Tensor> velocities,
      Optional<KeptDelta> before,
      PluginStates states) {
    KeptDelta delta =
        before
            .filter(kept -> mayReuse(kept, context))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "step "
                            + context.stepIndex()
                            + " needs both branches; only the conditional one was computed"));
    Tensor velocity = Branches.reused(velocities, delta.value(), scale);
    return new Guided(velocity, keep(delta.afterReuse(), states));
  }

  private boolean mayReuse(KeptDelta delta, StepContext context) {
    return delta.expert().equals(context.activeExpert())
        && delta.computed() >= gateSteps
        && delta.reuses() < maxReuses;
  }

  private static Optional<KeptDelta> kept(PluginStates states) {
    return states.get(ID, UNCONDITIONAL).map(KeptDelta::parse);
  }

  private static PluginStates keep(KeptDelta delta, PluginStates states) {
    return states.with(ID, UNCONDITIONAL, delta.text());
  }
}
