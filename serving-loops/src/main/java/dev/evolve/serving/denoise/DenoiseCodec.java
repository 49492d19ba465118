package dev.evolve.serving.denoise;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StateCodec;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.json.JsonFields;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.json.StateJson;
import dev.evolve.serving.schedule.ExpertRouting;
import dev.evolve.serving.schedule.FlowMatchSchedule;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.VideoConfig;
import dev.evolve.serving.video.VideoPlans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * States of the denoise loop as JSON; tensors are little-endian floats in base64. Extents of the
 * model are not part of it: a state is read by a loop of the same extents.
 */
final class DenoiseCodec implements StateCodec<DenoiseState> {

  private static final long VERSION = 1;

  private final VideoConfig config;

  DenoiseCodec(VideoConfig config) {
    this.config = config;
  }

  @Override
  public byte[] encode(DenoiseState state) {
    DenoiseScript script = state.script();
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("v", VERSION);
    json.put("model", StateJson.model(script.plans().model()));
    json.put("seed", script.seed());
    json.put("profile", script.profile().name());
    json.put("request", request(script.request()));
    json.put("step", state.stepIndex());
    SequencedMap<String, Object> prompts = new LinkedHashMap<>();
    state.prompts().forEach((branch, embedding) -> prompts.put(branch, embedding.base64()));
    json.put("prompts", prompts);
    json.put("latent", state.latent().base64());
    json.put("denoised", state.denoised());
    json.put("tiles", new ArrayList<>(state.tiles()));
    json.put("plugins", StateJson.plugins(state.plugins()));
    return JsonText.bytes(json);
  }

  @Override
  public DenoiseState decode(byte[] bytes) {
    JsonFields json = JsonText.read(bytes);
    if (json.integer("v") != VERSION) {
      throw new IllegalArgumentException(
          "states of version " + VERSION + " are read here; found " + json.integer("v"));
    }
    DenoiseScript script =
        new DenoiseScript(
            request(json.fields("request")),
            json.integer("seed"),
            ExecutionProfile.valueOf(json.text("profile")),
            new VideoPlans(config, StateJson.model(json.fields("model"))));
    return new DenoiseState(
        script,
        json.integer("step"),
        prompts(script, json.fields("prompts")),
        Tensor.fromBase64(config.tokens(), config.channels(), json.text("latent")),
        json.count("denoised"),
        json.texts("tiles"),
        StateJson.plugins(json.objects("plugins")));
  }

  private SortedMap<String, Tensor> prompts(DenoiseScript script, JsonFields json) {
    SortedMap<String, Tensor> prompts = new TreeMap<>();
    for (String branch : script.branches()) {
      if (json.has(branch)) {
        prompts.put(branch, Tensor.fromBase64(1, config.dim(), json.text(branch)));
      }
    }
    return prompts;
  }

  private static SequencedMap<String, Object> request(DenoiseRequest request) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("prompt", request.prompt());
    json.put("negativePrompt", request.negativePrompt());
    json.put("sigmas", new ArrayList<>(request.sampling().schedule().sigmas()));
    json.put("boundary", request.sampling().routing().boundary());
    json.put("stochastic", request.sampling().stochastic());
    json.put("guidance", request.guidance().kind().name());
    json.put("scale", request.guidance().scale());
    json.put("gateSteps", request.guidance().gateSteps());
    json.put("maxReuses", request.guidance().maxReuses());
    json.put("previewEvery", request.previewEvery());
    json.put("tileRows", request.tileRows());
    return json;
  }

  private static DenoiseRequest request(JsonFields json) {
    return new DenoiseRequest(
        json.text("prompt"),
        json.text("negativePrompt"),
        new Sampling(
            new FlowMatchSchedule(json.numbers("sigmas")),
            new ExpertRouting(json.number("boundary")),
            json.truth("stochastic")),
        new GuidanceSpec(
            GuidanceSpec.Kind.valueOf(json.text("guidance")),
            json.number("scale"),
            json.count("gateSteps"),
            json.count("maxReuses")),
        json.count("previewEvery"),
        json.count("tileRows"));
  }
}
