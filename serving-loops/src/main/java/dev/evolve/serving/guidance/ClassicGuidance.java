package dev.evolve.serving.guidance;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;

/**
 * Classifier-free guidance, with a forward for each branch: u + s (c - u).
 *
 * @param scale s; 1 follows the prompt without emphasis
 */
public record ClassicGuidance(double scale) implements GuidancePolicy {

  @Override
  public String id() {
    return "classic-guidance";
  }

  @Override
  public List<String> branches(StepContext context, PluginStates states) {
    return Branches.BOTH;
  }

  @Override
  public Guided combine(
      StepContext context, SortedMap<String, Tensor> velocities, PluginStates states) {
    return new Guided(Branches.classic(velocities, scale), states);
  }
}
