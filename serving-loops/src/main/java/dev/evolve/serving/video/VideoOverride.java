package dev.evolve.serving.video;

import dev.evolve.loop.WorkPayload;
import dev.evolve.serving.tensor.Tensor;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes the place of the blocks of a {@link VideoWork.DenoiseStep}: what they would have added, for
 * each branch that is known. Other branches are computed, and so is the rest of the step.
 *
 * @param residuals by branch, tokens by width of the transformer
 */
public record VideoOverride(SortedMap<String, Tensor> residuals) implements WorkPayload {

  public VideoOverride {
    residuals = Collections.unmodifiableSortedMap(new TreeMap<>(residuals));
  }
}
