package dev.evolve.serving.video;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.CacheOp;
import dev.evolve.loop.CachePlan;
import dev.evolve.loop.Capture;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StepContext;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.cache.CacheKey;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.schedule.ExpertRouting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes the plans of the video loops for one model at one version: shapes, resources, cache
 * operations and what a captured graph depends on. Immutable.
 *
 * <p>Shapes of the steps that loops repeat are made once and shared, as the batcher compares the
 * shape of every plan.
 */
public final class VideoPlans {

  /** Where steps of the video loops run. */
  public static final PlacementHint POOL = new PlacementHint("video");

  /** Cache class of embeddings of prompts. */
  public static final String FEATURES = "feature";

  /** Cache class of keys and values; a block is one chunk. */
  public static final String SLABS = "slab";

  private static final String DTYPE = "f32";

  private static final int MOST_BRANCHES = 2;

  /** Prompts of up to so many more bytes share a batch. */
  private static final int PROMPT_BUCKET = 64;

  private final VideoConfig config;
  private final ModelRef model;
  private final SortedMap<String, ComponentRef> components = new TreeMap<>();
  private final SortedMap<String, ShapeSignature> denoiseShapes = new TreeMap<>();
  private final ShapeSignature chunkShape;

  /**
   * @param config extents of the model
   * @param model what is served
   * @throws IllegalArgumentException if the model's version is no {@link ModelVersion}
   */
  public VideoPlans(VideoConfig config, ModelRef model) {
    this.config = config;
    this.model = model;
    ComponentRef.ALL.forEach(part -> components.put(part, ComponentRef.of(model, part)));
    for (GuidancePolicy.Dispatch dispatch : GuidancePolicy.Dispatch.values()) {
      for (int branches = 1; branches <= MOST_BRANCHES; branches++) {
        putDenoiseShape(ExpertRouting.HIGH_NOISE, dispatch, branches);
        putDenoiseShape(ExpertRouting.LOW_NOISE, dispatch, branches);
      }
    }
    this.chunkShape =
        shape(
            WorkUnitKind.CHUNK_STEP,
            component(ComponentRef.CAUSAL),
            "",
            config.tokens(),
            config.channels());
  }

  private void putDenoiseShape(String expert, GuidancePolicy.Dispatch dispatch, int branches) {
    denoiseShapes.put(
        denoiseName(expert, dispatch, branches),
        shape(
            WorkUnitKind.DIFFUSION_STEP,
            component(expert),
            dispatch.name(),
            branches,
            config.tokens(),
            config.channels()));
  }

  /** Extents of the model. */
  public VideoConfig config() {
    return config;
  }

  /** What is served. */
  public ModelRef model() {
    return model;
  }

  /**
   * A part of the model.
   *
   * @throws IllegalArgumentException if there is no such part
   */
  public ComponentRef component(String name) {
    ComponentRef part = components.get(name);
    if (part == null) {
      throw new IllegalArgumentException(
          "there is no part " + name + "; there are " + components.keySet());
    }
    return part;
  }

  /** Encodes a prompt; the result follows from the key alone. */
  public WorkPlan encode(String prompt, long residentBytes) {
    ComponentRef encoder = component(ComponentRef.TEXT_ENCODER);
    int rows = promptRows(prompt);
    ShapeSignature shape = shape(WorkUnitKind.ENCODER_CHUNK, encoder, "", rows, config.dim());
    CacheKey key =
        CacheKey.of(model.id(), encoder.component(), encoder.version())
            .precision(DTYPE)
            .shape(shape)
            .input("prompt", sha256(prompt))
            .build();
    return WorkPlan.of(
            shape,
            new VideoWork.EncodePrompt(encoder, prompt),
            "encode prompt",
            ResourceRequest.of(
                Costs.encodeSeconds(config, rows), residentBytes, encodePeakBytes(prompt)),
            POOL)
        .withCache(key.memo(FEATURES));
  }

  /** Takes a denoise step of a clip. */
  public WorkPlan denoise(VideoWork.DenoiseStep step, StepContext context, long residentBytes) {
    int branches = step.prompts().size();
    ShapeSignature shape =
        denoiseShapes.get(
            denoiseName(
                step.component().component(), step.guidance().policy().dispatch(), branches));
    if (shape == null) {
      throw new IllegalArgumentException(
          "a denoise step runs on one of two experts, with 1 or 2 branches; found "
              + step.component()
              + " and "
              + branches);
    }
    long peakBytes = denoisePeakBytes(branches);
    return WorkPlan.of(
            shape,
            step,
            "denoise step " + step.solver().index(),
            ResourceRequest.of(Costs.forwardSeconds(config, branches, 0), residentBytes, peakBytes),
            POOL)
        .withContext(context)
        .withCapture(
            capture(
                step.component(),
                step.solver().stochastic(),
                Costs.forwardWorkspaceBytes(config, branches, 0)));
  }

  /** Decodes a band of a clip. */
  public WorkPlan decode(VideoWork.DecodeTile tile, long residentBytes) {
    Band band = tile.band();
    ShapeSignature shape =
        shape(
            WorkUnitKind.VAE_TILE, tile.component(), "", band.frames(), band.rows(), band.width());
    long peakBytes = decodePeakBytes(band.rows());
    return WorkPlan.of(
            shape,
            tile,
            "decode tile " + tile.place().sequence(),
            ResourceRequest.of(
                Costs.decodeSeconds(config, band.tokens()), residentBytes, peakBytes),
            POOL)
        .withCapture(capture(tile.component(), false, peakBytes));
  }

  /**
   * Takes a step of a chunk. Its shape does not say where the chunk stands in its clip, since the
   * forward takes contexts of any length in one batch. So a graph of it cannot be captured.
   *
   * @param loopId owner of the slabs
   * @param blocks slabs that the loop holds during the step
   */
  public WorkPlan chunk(
      String loopId,
      VideoWork.ChunkWork step,
      StepContext context,
      long blocks,
      long residentBytes) {
    int seen = step.place().chunk() - step.place().firstSeen();
    ResourceRequest resources =
        ResourceRequest.of(
                Costs.forwardSeconds(config, 1, seen), residentBytes, chunkPeakBytes(seen))
            .withCacheBlocks(CacheBlocks.of(SLABS, blocks));
    return WorkPlan.of(chunkShape, step, label(step), resources, POOL)
        .withCache(slabOperations(loopId, step))
        .withContext(context);
  }

  /** Bytes that encoding a prompt holds. */
  public long encodePeakBytes(String prompt) {
    return Costs.encodePeakBytes(config, promptRows(prompt));
  }

  /** Bytes that a denoise step of so many branches holds. */
  public long denoisePeakBytes(int branches) {
    return Costs.forwardPeakBytes(config, branches, 0);
  }

  /** Bytes that a step of a chunk which sees so many others holds. */
  public long chunkPeakBytes(int seen) {
    return Costs.forwardPeakBytes(config, 1, seen);
  }

  /** Bytes that decoding so many rows of a clip holds. */
  public long decodePeakBytes(int rows) {
    return Costs.decodePeakBytes(config, config.frames() * rows * config.width());
  }

  private static String denoiseName(String expert, GuidancePolicy.Dispatch dispatch, int branches) {
    return expert + "/" + dispatch + "/" + branches;
  }

  private static String label(VideoWork.ChunkWork step) {
    return switch (step) {
      case VideoWork.DenoiseChunk chunk -> "denoise chunk " + chunk.place().chunk();
      case VideoWork.KeepChunk chunk -> "keep chunk " + chunk.place().chunk();
    };
  }

  private static CachePlan slabOperations(String loopId, VideoWork.ChunkWork step) {
    List<CacheOp> operations = new ArrayList<>();
    for (int seen = step.place().firstSeen(); seen < step.place().chunk(); seen++) {
      operations.add(new CacheOp(SLABS, loopId + "/" + seen, CacheOp.Access.READ));
    }
    if (step instanceof VideoWork.KeepChunk) {
      String key = loopId + "/" + step.place().chunk();
      operations.add(new CacheOp(SLABS, key, CacheOp.Access.WRITE));
    }
    return operations.isEmpty() ? CachePlan.NONE : new CachePlan(operations);
  }

  private static Capture capture(ComponentRef component, boolean stochastic, long bytes) {
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put(component.component(), component.version());
    return new Capture(versions, stochastic, bytes);
  }

  private static ShapeSignature shape(
      WorkUnitKind kind, ComponentRef component, String dispatch, long... extents) {
    List<Long> dims = new ArrayList<>();
    for (long extent : extents) {
      dims.add(extent);
    }
    SortedMap<String, String> extra = new TreeMap<>();
    extra.put("model", component.model());
    extra.put("component", component.component());
    extra.put("version", component.version());
    if (!dispatch.isEmpty()) {
      extra.put("dispatch", dispatch);
    }
    return new ShapeSignature(kind, dims, DTYPE, extra);
  }

  private static int promptRows(String prompt) {
    return (PromptEncoder.rows(prompt) + PROMPT_BUCKET - 1) / PROMPT_BUCKET * PROMPT_BUCKET;
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
