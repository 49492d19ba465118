package dev.evolve.serving.denoise;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.schedule.FlowMatchSchedule;
import dev.evolve.serving.video.VideoConfig;
import dev.evolve.serving.video.VideoPlans;
import java.util.List;

/**
 * What stays the same of a request from its first step to its last.
 *
 * @param request what was asked for
 * @param seed seed of its noise
 * @param profile how it runs
 * @param plans makes its plans
 */
record DenoiseScript(
    DenoiseRequest request, long seed, ExecutionProfile profile, VideoPlans plans) {

  VideoConfig config() {
    return plans.config();
  }

  FlowMatchSchedule schedule() {
    return request.sampling().schedule();
  }

  /** Branches that steps may compute, in the order in which their prompts are encoded. */
  List<String> branches() {
    return request.guidance().kind().hasNegativeBranch()
        ? List.of(GuidancePolicy.CONDITIONAL, GuidancePolicy.UNCONDITIONAL)
        : List.of(GuidancePolicy.CONDITIONAL);
  }

  String prompt(String branch) {
    return branch.equals(GuidancePolicy.CONDITIONAL) ? request.prompt() : request.negativePrompt();
  }

  int tiles() {
    return Math.ceilDiv(config().height(), request.tileRows());
  }

  /** Bytes of the state at its largest: latent, embeddings, pixels in base64, a kept delta. */
  long residentBytes() {
    long embeddings = 4L * config().dim() * branches().size();
    long kept = base64(config().latentBytes());
    return config().latentBytes() + embeddings + base64(config().pixelBytes()) + kept;
  }

  /** Largest peak of any step. */
  long worstPeakBytes() {
    long encode =
        branches().stream().mapToLong(b -> plans.encodePeakBytes(prompt(b))).max().orElse(0);
    long decode = plans.decodePeakBytes(Math.min(request.tileRows(), config().height()));
    return Math.max(Math.max(encode, decode), plans.denoisePeakBytes(branches().size()));
  }

  private static long base64(long bytes) {
    return 4 * Math.ceilDiv(bytes, 3);
  }
}
