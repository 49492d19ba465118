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

  private static final List<String> EXPERTS =
      List.of(ExpertRouting.HIGH_NOISE, ExpertRouting.LOW_NOISE, ComponentRef.CAUSAL);

  private final ModelRef ref;
  private final VideoConfig config;
  private final SortedMap<String, LatentTransformer> experts;
  private final PromptEncoder encoder;
  private final TileDecoder decoder;

  private VideoModel(
      ModelRef ref,
      VideoConfig config,
      SortedMap<String, LatentTransformer> experts,
      PromptEncoder encoder,
      TileDecoder decoder) {
    this.ref = ref;
    this.config = config;
    this.experts = experts;
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /**
   * The model of an id and version.
   *
   * @throws IllegalArgumentException if the version is no {@link ModelVersion}
   */
  public static VideoModel seeded(ModelRef ref, VideoConfig config) {
    SortedMap<String, LatentTransformer> experts = new TreeMap<>();
    for (String expert : EXPERTS) {
      experts.put(expert, new LatentTransformer(weights(ref, expert), config));
    }
    return new VideoModel(
        ref,
        config,
        experts,
        new PromptEncoder(weights(ref, ComponentRef.TEXT_ENCODER), config),
        new TileDecoder(weights(ref, ComponentRef.DECODER), config));
  }

  /**
   * This model with another version of a part; all other parts are shared.
   *
   * @throws IllegalArgumentException if there is no such part
   */
  public VideoModel with(String component, String version) {
    ModelRef changed =
        new ModelRef(ref.id(), ModelVersion.parse(ref.version()).with(component, version).text());
    String weights = weights(changed, component);
    if (component.equals(ComponentRef.TEXT_ENCODER)) {
      PromptEncoder other = new PromptEncoder(weights, config);
      return new VideoModel(changed, config, experts, other, decoder);
    }
    if (component.equals(ComponentRef.DECODER)) {
      TileDecoder other = new TileDecoder(weights, config);
      return new VideoModel(changed, config, experts, encoder, other);
    }
    SortedMap<String, LatentTransformer> others = new TreeMap<>(experts);
    if (others.replace(component, new LatentTransformer(weights, config)) == null) {
      throw new IllegalArgumentException(
          "there is no part " + component + "; there are " + componentVersions().keySet());
    }
    return new VideoModel(changed, config, others, encoder, decoder);
  }

  /** Its identity and version. */
  public ModelRef ref() {
    return ref;
  }

  /** Its extents. */
  public VideoConfig config() {
    return config;
  }

  /** The version of each part. */
  public SortedMap<String, String> componentVersions() {
    SortedMap<String, String> versions = new TreeMap<>();
    ComponentRef.ALL.forEach(part -> versions.put(part, versionOf(part)));
    return versions;
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
    if (!wanted.model().equals(ref.id())
        || !wanted.version().equals(versionOf(wanted.component()))) {
      throw new IllegalArgumentException(
          "the step needs "
              + wanted
              + "; this executor serves "
              + ref
              + ": send the request to where its version is served");
    }
  }

  private String versionOf(String component) {
    return ModelVersion.parse(ref.version()).of(component);
  }

  private static String weights(ModelRef ref, String component) {
    return ref.id() + "@" + ModelVersion.parse(ref.version()).of(component) + "/" + component;
  }
}
