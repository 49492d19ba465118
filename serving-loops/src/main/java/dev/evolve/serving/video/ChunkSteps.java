package dev.evolve.serving.video;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.serving.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes steps of chunks. Denoising a chunk and keeping a finished one are the same forward, so both
 * share a batch, whatever the place of each chunk in its clip.
 */
final class ChunkSteps {

  private final ScratchSource memory;
  private final SlabStore slabs;

  ChunkSteps(ScratchSource memory, SlabStore slabs) {
    this.memory = memory;
    this.slabs = slabs;
  }

  List<StepResult> run(VideoModel model, List<Work> batch, List<VideoWork.ChunkWork> steps) {
    VideoEngine.refuseOverrides(batch);
    LatentTransformer transformer = model.transformer(VideoEngine.oneComponent(steps));
    List<ForwardInput> inputs = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      inputs.add(input(batch.get(i).context().loopId(), steps.get(i)));
    }
    List<ForwardOutput> outputs = memory.with(scratch -> transformer.forward(scratch, inputs));
    List<StepResult> results = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      results.add(finish(model, batch.get(i), steps.get(i), outputs.get(i)));
    }
    return results;
  }

  private ForwardInput input(String loopId, VideoWork.ChunkWork step) {
    return new ForwardInput(
        step.latent(),
        step.prompt(),
        step.sigma(),
        0,
        step.place().chunk(),
        slabs.seenFrom(loopId, step.place()));
  }

  private StepResult finish(
      VideoModel model, Work work, VideoWork.ChunkWork step, ForwardOutput output) {
    return switch (step) {
      case VideoWork.DenoiseChunk chunk -> denoised(model, work, chunk, output.velocity());
      case VideoWork.KeepChunk chunk -> {
        slabs.keep(work.context().loopId(), chunk.place(), output.slab());
        yield StepResult.of(new VideoOutcome.ChunkKept(chunk.place().chunk()), Duration.ZERO);
      }
    };
  }

  private static StepResult denoised(
      VideoModel model, Work work, VideoWork.DenoiseChunk step, Tensor velocity) {
    Tensor latent = step.solver().apply(step.latent(), velocity);
    StepResult result = StepResult.of(new VideoOutcome.ChunkDenoised(latent), Duration.ZERO);
    return work.context().profile() == ExecutionProfile.SERVE
        ? result
        : result.withBehavior(
            Behavior.record(work, model.ref().version(), step.solver(), velocity, latent));
  }
}
