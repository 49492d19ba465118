package dev.evolve.serving.video;

import dev.evolve.loop.ModelRef;
import dev.evolve.serving.schedule.ExpertRouting;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A small video model with seeded weights: a text encoder, two denoising experts, one that extends
 * clips, and a decoder. Weights follow from the model's id and version; nothing is downloaded. What
 * it makes looks like nothing, but every byte is computed as a trained model's would be.
 *
 * <p>Immutable; safe to share between executors.
 */
public final class VideoModel {

  private final ModelRef ref;
  private final VideoConfig config;
  private final SortedMap<String, LatentTransformer> experts = new TreeMap<>();
  private final PromptEncoder encoder;
  private final TileDecoder decoder;

  private VideoModel(ModelRef ref, VideoConfig config) {
    this.ref = ref;
    this.config = config;
    for (String expert :
        List.of(ExpertRouting.HIGH_NOISE, ExpertRouting.LOW_NOISE, ComponentRef.CAUSAL)) {
      experts.put(expert, new LatentTransformer(name(expert), config));
    }
    this.encoder = new PromptEncoder(name(ComponentRef.TEXT_ENCODER), config);
    this.decoder = new TileDecoder(name(ComponentRef.DECODER), config);
  }

  /** The model of an id and version. */
  public static VideoModel seeded(ModelRef ref, VideoConfig config) {
    return new VideoModel(ref, config);
  }

  /** Its identity and version. */
  public ModelRef ref() {
    return ref;
  }

  /** Its extents. */
  public VideoConfig config() {
    return config;
  }

  LatentTransformer transformer(ComponentRef wanted) {
    requireServed(wanted);
    LatentTransformer transformer = experts.get(wanted.component());
    if (transformer == null) {
      throw new IllegalArgumentException(
          "there is no transformer " + wanted.component() + "; there are " + experts.keySet());
    }
    return transformer;
  }

  PromptEncoder encoder(ComponentRef wanted) {
    requireServed(wanted);
    return encoder;
  }

  TileDecoder decoder(ComponentRef wanted) {
    requireServed(wanted);
    return decoder;
  }

  private void requireServed(ComponentRef wanted) {
    if (!wanted.model().equals(ref.id()) || !wanted.version().equals(ref.version())) {
      throw new IllegalArgumentException(
          "the step needs "
              + wanted
              + "; this executor serves "
              + ref
              + ": send the request to where its version is served");
    }
  }

  private String name(String component) {
    return ref.id() + "@" + ref.version() + "/" + component;
  }
}
