package dev.evolve.serving.guidance;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;

/**
 * Steers one forward towards a prompt. A policy says which branches of a step must be computed and
 * makes one velocity of theirs. It is pure: it reads where the step stands and what it kept itself
 * of the request, and has no mutable field.
 */
public interface GuidancePolicy {

  /** The branch that sees the prompt. */
  String CONDITIONAL = "cond";

  /** The branch that sees the negative prompt. */
  String UNCONDITIONAL = "uncond";

  /** Identity of what it keeps in {@link PluginStates}. */
  String id();

  /** How branches are handed to the forward; the bytes are the same. */
  default Dispatch dispatch() {
    return Dispatch.SEPARATE;
  }

  /** Strength that the forward itself is told, for models distilled to take it; 0 for none. */
  default double embeddedScale() {
    return 0;
  }

  /** The branches that the step must compute, the conditional one first. */
  List<String> branches(StepContext context, PluginStates states);

  /**
   * One velocity of those of the branches that {@link #branches} asked for.
   *
   * @param velocities by branch
   */
  Guided combine(StepContext context, SortedMap<String, Tensor> velocities, PluginStates states);

  /** How a step's branches reach the forward. */
  enum Dispatch {
    /** One forward for each branch. */
    SEPARATE,
    /** One forward for all branches. */
    TOGETHER
  }

  /**
   * What a policy made of a step.
   *
   * @param velocity the combined velocity
   * @param states what is kept of the request from now on
   */
  record Guided(Tensor velocity, PluginStates states) {}
}
