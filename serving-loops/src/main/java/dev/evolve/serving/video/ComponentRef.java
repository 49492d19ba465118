package dev.evolve.serving.video;

import dev.evolve.loop.ModelRef;
import dev.evolve.serving.schedule.ExpertRouting;
import java.util.List;

/**
 * A part of a model, with the version of its weights.
 *
 * @param model id of the model
 * @param component name of the part
 * @param version version of its weights
 */
public record ComponentRef(String model, String component, String version) {

  /** Turns prompts into embeddings. */
  public static final String TEXT_ENCODER = "text-encoder";

  /** Turns latents into pixels. */
  public static final String DECODER = "vae-decoder";

  /** The expert that extends a clip chunk by chunk. */
  public static final String CAUSAL = "causal";

  /** Every part that a video model has. */
  static final List<String> ALL =
      List.of(TEXT_ENCODER, ExpertRouting.HIGH_NOISE, ExpertRouting.LOW_NOISE, CAUSAL, DECODER);

  /**
   * A part of a model, at the version that the model has of it.
   *
   * @throws IllegalArgumentException if the model's version is no {@link ModelVersion}
   */
  public static ComponentRef of(ModelRef model, String component) {
    return new ComponentRef(
        model.id(), component, ModelVersion.parse(model.version()).of(component));
  }
}
