package dev.evolve.serving.guidance;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;

/**
 * Guidance that the model was distilled to do itself: one branch, and the strength is an input of
 * the forward. What the forward gives is the velocity.
 *
 * @param scale strength that the forward is told
 */
public record EmbeddedGuidance(double scale) implements GuidancePolicy {

  @Override
  public String id() {
    return "embedded-guidance";
  }

  @Override
  public double embeddedScale() {
    return scale;
  }

  @Override
  public List<String> branches(StepContext context, PluginStates states) {
    return Branches.CONDITIONAL_ONLY;
  }

  @Override
  public Guided combine(
      StepContext context, SortedMap<String, Tensor> velocities, PluginStates states) {
    return new Guided(Branches.of(velocities, CONDITIONAL), states);
  }
}
