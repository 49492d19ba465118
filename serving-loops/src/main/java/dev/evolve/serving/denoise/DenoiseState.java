package dev.evolve.serving.denoise;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.PluginStates;
import dev.evolve.serving.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far a clip is. It moves in one direction: prompts are encoded one by one, steps are taken,
 * tiles are decoded. The results of those steps move it, and nothing else.
 *
 * @param script what was asked for
 * @param stepIndex steps advanced
 * @param prompts embeddings so far, by guidance branch
 * @param latent the clip
 * @param denoised denoise steps taken
 * @param tiles pixels of the bands so far, in base64
 * @param plugins what guidance and interceptors keep
 */
public record DenoiseState(
    DenoiseScript script,
    long stepIndex,
    SortedMap<String, Tensor> prompts,
    Tensor latent,
    int denoised,
    List<String> tiles,
    PluginStates plugins)
    implements LoopState {

  public DenoiseState {
    prompts = Collections.unmodifiableSortedMap(new TreeMap<>(prompts));
    tiles = List.copyOf(tiles);
  }

  @Override
  public ExecutionProfile profile() {
    return script.profile();
  }

  DenoiseState encoded(String branch, Tensor embedding) {
    SortedMap<String, Tensor> more = new TreeMap<>(prompts);
    more.put(branch, embedding);
    return new DenoiseState(script, stepIndex + 1, more, latent, denoised, tiles, plugins);
  }

  DenoiseState denoisedTo(Tensor next) {
    return new DenoiseState(script, stepIndex + 1, prompts, next, denoised + 1, tiles, plugins);
  }

  DenoiseState decoded(String pixels) {
    List<String> more = new ArrayList<>(tiles);
    more.add(pixels);
    return new DenoiseState(script, stepIndex + 1, prompts, latent, denoised, more, plugins);
  }

  DenoiseState keeping(PluginStates kept) {
    return new DenoiseState(script, stepIndex, prompts, latent, denoised, tiles, kept);
  }
}
