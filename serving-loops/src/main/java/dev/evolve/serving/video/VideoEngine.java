package dev.evolve.serving.video;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.capture.GraphMismatchException;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.kernel.Kernels;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs batches on the executor's one thread: picks who runs them, answers each work, and sees that
 * a work that fails fails alone. A batch that fails as a whole is run again work by work.
 */
final class VideoEngine {

  private final Kernels kernels;
  private final InstantSource clock;
  private final SlabStore slabs = new SlabStore();
  private final DenoiseSteps denoise;
  private final ChunkSteps chunks;
  private final ScratchSource eager;
  private VideoModel model;

  VideoEngine(
      VideoModel model,
      Kernels kernels,
      InstantSource clock,
      Function<GuidanceSpec, GuidancePolicy> policies) {
    this.model = model;
    this.kernels = kernels;
    this.clock = clock;
    this.denoise = new DenoiseSteps(kernels, policies);
    this.eager = ScratchSource.fresh(kernels);
    this.chunks = new ChunkSteps(eager, slabs);
  }

  VideoModel model() {
    return model;
  }

  /** Serves another model from the next batch on. */
  void serve(VideoModel other) {
    model = other;
  }

  SlabStore slabs() {
    return slabs;
  }

  void run(List<Work> batch) {
    run(batch, () -> results(batch, eager));
  }

  /** Runs a batch in the buffers of its graph. */
  void replay(List<Work> batch, Workspace workspace) {
    run(
        batch,
        () -> {
          workspace.begin();
          List<StepResult> results = results(batch, ScratchSource.of(kernels, workspace));
          workspace.end();
          return results;
        });
  }

  private void run(List<Work> batch, Supplier<List<StepResult>> forward) {
    Instant start = clock.instant();
    List<StepResult> results;
    try {
      results = forward.get();
    } catch (GraphMismatchException e) {
      batch.forEach(work -> work.completion().fail(e));
      return;
    } catch (RuntimeException e) {
      isolate(batch, e);
      return;
    } catch (Error e) {
      batch.forEach(work -> work.completion().fail(brokenPool(work, e)));
      return;
    }
    Duration each = Duration.between(start, clock.instant()).dividedBy(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).completion().succeed(timed(results.get(i), each));
    }
  }

  private static PoolFailedException brokenPool(Work work, Error cause) {
    return new PoolFailedException(work.plan().placement().pool(), cause);
  }

  private void isolate(List<Work> batch, RuntimeException failure) {
    if (batch.size() == 1) {
      batch.getFirst().completion().fail(failure);
      return;
    }
    batch.forEach(work -> run(List.of(work)));
  }

  private static StepResult timed(StepResult result, Duration actual) {
    return new StepResult(
        result.payload(), actual, result.emits(), result.plugins(), result.behavior());
  }

  private List<StepResult> results(List<Work> batch, ScratchSource memory) {
    WorkPayload first = batch.getFirst().plan().payload();
    if (!(first instanceof VideoWork work)) {
      throw new IllegalArgumentException(
          "this executor runs steps of the video loops; found " + first.getClass().getName());
    }
    return switch (work) {
      case VideoWork.EncodePrompt e -> encode(batch, payloads(batch, VideoWork.EncodePrompt.class));
      case VideoWork.DenoiseStep s ->
          denoise.run(model, batch, payloads(batch, VideoWork.DenoiseStep.class), memory);
      case VideoWork.ChunkWork c ->
          chunks.run(model, batch, payloads(batch, VideoWork.ChunkWork.class));
      case VideoWork.DecodeTile t ->
          decode(batch, payloads(batch, VideoWork.DecodeTile.class), memory);
    };
  }

  private List<StepResult> encode(List<Work> batch, List<VideoWork.EncodePrompt> prompts) {
    refuseOverrides(batch);
    return model
        .encoder(oneComponent(prompts))
        .encode(kernels, prompts.stream().map(VideoWork.EncodePrompt::prompt).toList())
        .stream()
        .map(embedding -> StepResult.of(new VideoOutcome.Encoded(embedding), Duration.ZERO))
        .toList();
  }

  private List<StepResult> decode(
      List<Work> batch, List<VideoWork.DecodeTile> tiles, ScratchSource memory) {
    refuseOverrides(batch);
    TileDecoder decoder = model.decoder(oneComponent(tiles));
    List<Band> bands = tiles.stream().map(VideoWork.DecodeTile::band).toList();
    List<byte[]> pixels = memory.with(scratch -> decoder.decode(scratch, bands));
    List<StepResult> results = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      results.add(VideoChunks.decoded(pixels.get(i), tiles.get(i).place()));
    }
    return results;
  }

  /** The payloads of a batch, all of one type. */
  private static <P> List<P> payloads(List<Work> batch, Class<P> type) {
    List<P> payloads = new ArrayList<>();
    for (Work work : batch) {
      if (!type.isInstance(work.plan().payload())) {
        throw new IllegalArgumentException(
            "a batch holds one type of work; found "
                + work.plan().payload().getClass().getSimpleName()
                + " among "
                + type.getSimpleName());
      }
      payloads.add(type.cast(work.plan().payload()));
    }
    return payloads;
  }

  /** The component of a batch: one, since its version is part of the batch key. */
  static ComponentRef oneComponent(List<? extends VideoWork> works) {
    ComponentRef first = works.getFirst().component();
    for (VideoWork work : works) {
      if (!work.component().equals(first)) {
        throw new IllegalArgumentException(
            "a batch runs on one component; found " + first + " and " + work.component());
      }
    }
    return first;
  }

  static void refuseOverrides(List<Work> batch) {
    for (Work work : batch) {
      if (work.override() != null) {
        throw new IllegalArgumentException(
            "only denoise steps take an override; found one for \"" + work.plan().label() + "\"");
      }
    }
  }
}
