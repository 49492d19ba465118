package dev.evolve.serving.guidance;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;

/**
 * {@link ClassicGuidance} with both branches in one forward: a detail of dispatch, equal bytes.
 *
 * @param scale s; 1 follows the prompt without emphasis
 */
public record BatchedGuidance(double scale) implements GuidancePolicy {

  @Override
  public String id() {
    return "batched-guidance";
  }

  @Override
  public Dispatch dispatch() {
    return Dispatch.TOGETHER;
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
