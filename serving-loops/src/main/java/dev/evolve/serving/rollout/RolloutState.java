package dev.evolve.serving.rollout;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.PluginStates;
import dev.evolve.serving.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a rollout is. Once the prompt is encoded, each chunk is denoised, decoded and kept, in
 * this order; the last one is not kept. Losing the caches sets {@code kept} to 0 and nothing else:
 * the finished latents, from which all is made again, are in the state.
 *
 * @param script what was asked for
 * @param stepIndex steps advanced
 * @param prompt embedding of the prompt; null until it is encoded
 * @param latent the chunk that is being denoised
 * @param denoised denoise steps that it has taken
 * @param finished latents of the finished chunks
 * @param pixels pixels of the decoded chunks, in base64
 * @param kept finished chunks whose keys and values were computed since the caches were lost last
 * @param plugins what interceptors keep
 */
public record RolloutState(
    RolloutScript script,
    long stepIndex,
    @Nullable Tensor prompt,
    Tensor latent,
    int denoised,
    List<Tensor> finished,
    List<String> pixels,
    int kept,
    PluginStates plugins)
    implements LoopState {

  public RolloutState {
    finished = List.copyOf(finished);
    pixels = List.copyOf(pixels);
  }

  @Override
  public ExecutionProfile profile() {
    return script.profile();
  }

  RolloutState encoded(Tensor embedding) {
    return after(embedding, latent, denoised, finished, pixels, kept);
  }

  RolloutState denoisedTo(Tensor next) {
    if (denoised + 1 < script.request().schedule().steps()) {
      return after(prompt, next, denoised + 1, finished, pixels, kept);
    }
    List<Tensor> more = new ArrayList<>(finished);
    more.add(next);
    return after(prompt, script.noise(more.size()), 0, more, pixels, kept);
  }

  RolloutState decoded(String chunk) {
    List<String> more = new ArrayList<>(pixels);
    more.add(chunk);
    return after(prompt, latent, denoised, finished, more, kept);
  }

  RolloutState keptChunk(int chunk) {
    return after(prompt, latent, denoised, finished, pixels, chunk + 1);
  }

  RolloutState withoutSlabs() {
    return new RolloutState(
        script, stepIndex, prompt, latent, denoised, finished, pixels, 0, plugins);
  }

  RolloutState keeping(PluginStates states) {
    return new RolloutState(
        script, stepIndex, prompt, latent, denoised, finished, pixels, kept, states);
  }

  private RolloutState after(
      @Nullable Tensor embedding,
      Tensor next,
      int steps,
      List<Tensor> chunks,
      List<String> decoded,
      int slabs) {
    return new RolloutState(
        script, stepIndex + 1, embedding, next, steps, chunks, decoded, slabs, plugins);
  }
}
