package dev.evolve.serving.denoise;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.VideoOutcome;
import dev.evolve.serving.video.VideoOverride;
import dev.evolve.serving.video.VideoWork;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Spares the blocks of a denoise step whose input has hardly changed since they last ran: what they
 * added then is added again, and the rest of the step runs as ever. After TeaCache (Liu et al.
 * 2024, "Timestep Embedding Tells: It's Time to Cache for Video Diffusion Model"), with the change
 * measured on the input itself, from the last step that ran, so that it cannot creep.
 *
 * <p>The change of a branch is the larger of two: the relative L1 distance of the latents, and the
 * distance of the noise levels. A branch that another expert computed last, or that was never
 * computed, runs; so does the last step of a trajectory. Kept per branch, in the request's {@link
 * PluginStates}.
 *
 * @param threshold change below which a step is spared; 0 spares none and changes nothing at all
 */
public record ResidualSkipInterceptor(double threshold) implements StepInterceptor {

  /** Identity of what it keeps. */
  public static final String ID = "residual-skip";

  /**
   * @throws IllegalArgumentException if the threshold is negative or NaN
   */
  public ResidualSkipInterceptor {
    if (!(threshold >= 0)) {
      throw new IllegalArgumentException("a threshold of change is at least 0; found " + threshold);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public boolean altersDistribution() {
    return true;
  }

  @Override
  public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
    if (!(plan.payload() instanceof VideoWork.DenoiseStep step) || step.solver().isLast()) {
      return null;
    }
    SortedMap<String, Tensor> known = new TreeMap<>();
    for (String branch : step.prompts().keySet()) {
      kept(states, branch)
          .filter(residual -> isClose(step, residual))
          .ifPresent(residual -> known.put(branch, residual.residual()));
    }
    return known.isEmpty() ? null : new VideoOverride(known);
  }

  @Override
  public PluginStates after(
      WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
    if (threshold == 0
        || !(plan.payload() instanceof VideoWork.DenoiseStep step)
        || !(result.payload() instanceof VideoOutcome.Denoised denoised)) {
      return states;
    }
    if (step.solver().isLast()) {
      return states.without(ID);
    }
    PluginStates now = states;
    for (var computed : denoised.residuals().entrySet()) {
      KeptResidual kept =
          new KeptResidual(
              step.component().component(),
              step.solver().sigma(),
              step.latent(),
              computed.getValue());
      now = now.with(ID, computed.getKey(), kept.text());
    }
    return now;
  }

  private boolean isClose(VideoWork.DenoiseStep step, KeptResidual kept) {
    return kept.expert().equals(step.component().component())
        && Math.abs(kept.sigma() - step.solver().sigma()) < threshold
        && step.latent().relativeDistance(kept.input()) < threshold;
  }

  private static Optional<KeptResidual> kept(PluginStates states, String branch) {
    return states.get(ID, branch).map(KeptResidual::parse);
  }
}
