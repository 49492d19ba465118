package dev.evolve.serving.rollout;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.serving.schedule.SolverStep;
import dev.evolve.serving.tensor.SeededNoise;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.VideoConfig;
import dev.evolve.serving.video.VideoPlans;
import dev.evolve.serving.video.VideoWork.ChunkPlace;

/**
 * What stays the same of a rollout from its first step to its last.
 *
 * @param loopId owner of its slabs
 * @param request what was asked for
 * @param seed seed of its noise
 * @param profile how it runs
 * @param plans makes its plans
 */
record RolloutScript(
    String loopId, RolloutRequest request, long seed, ExecutionProfile profile, VideoPlans plans) {

  VideoConfig config() {
    return plans.config();
  }

  /** What a chunk begins with; another stream of noise for each. */
  Tensor noise(int chunk) {
    return SeededNoise.normal(seed, -chunk, config().tokens(), config().channels());
  }

  /** A step of a chunk; steps are counted through the clip, so that no two share noise. */
  SolverStep solver(int chunk, int step) {
    return new SolverStep(
        chunk * request.schedule().steps() + step,
        request.schedule().sigma(step),
        request.schedule().sigma(step + 1),
        request.stochastic(),
        seed);
  }

  ChunkPlace place(int chunk) {
    return new ChunkPlace(chunk, request.window(), keepsAll());
  }

  /** Slabs that are held once so many chunks were kept. */
  long heldAfter(int kept) {
    return keepsAll() ? kept : Math.min(kept, request.window());
  }

  /** Slabs that are held while the next one after so many is made. */
  long heldWhileKeeping(int kept) {
    return heldAfter(kept) + 1;
  }

  /** Most slabs that are ever held. The last chunk is not kept: none comes after it. */
  long mostSlabs() {
    int kept = request.chunks() - 1;
    return kept == 0 ? 0 : Math.max(heldAfter(kept), heldWhileKeeping(kept - 1));
  }

  /** Most chunks that one chunk sees. */
  int mostSeen() {
    return Math.min(request.window(), request.chunks() - 1);
  }

  /** Bytes of the state at its largest: all latents, the embedding, all pixels in base64. */
  long residentBytes() {
    long pixels = 4 * Math.ceilDiv(config().pixelBytes(), 3L);
    return request.chunks() * (config().latentBytes() + pixels)
        + config().latentBytes()
        + 4L * config().dim();
  }

  /** Largest peak of any step. */
  long worstPeakBytes() {
    return Math.max(
        plans.encodePeakBytes(request.prompt()),
        Math.max(plans.chunkPeakBytes(mostSeen()), plans.decodePeakBytes(config().height())));
  }

  private boolean keepsAll() {
    return profile == ExecutionProfile.TRAIN;
  }
}
