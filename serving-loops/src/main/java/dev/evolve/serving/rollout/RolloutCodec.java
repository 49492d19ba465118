package dev.evolve.serving.rollout;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StateCodec;
import dev.evolve.serving.json.JsonFields;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.json.StateJson;
import dev.evolve.serving.schedule.FlowMatchSchedule;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.VideoConfig;
import dev.evolve.serving.video.VideoPlans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * States of the rollout loop as JSON; tensors are little-endian floats in base64. Extents of the
 * model are not part of it: a state is read by a loop of the same extents.
 */
final class RolloutCodec implements StateCodec<RolloutState> {

  private static final long VERSION = 1;

  private final VideoConfig config;

  RolloutCodec(VideoConfig config) {
    this.config = config;
  }

  @Override
  public byte[] encode(RolloutState state) {
    RolloutScript script = state.script();
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("v", VERSION);
    json.put("loop", script.loopId());
    json.put("model", StateJson.model(script.plans().model()));
    json.put("seed", script.seed());
    json.put("profile", script.profile().name());
    json.put("request", request(script.request()));
    json.put("step", state.stepIndex());
    Tensor prompt = state.prompt();
    if (prompt != null) {
      json.put("prompt", prompt.base64());
    }
    json.put("latent", state.latent().base64());
    json.put("denoised", state.denoised());
    json.put("finished", new ArrayList<>(state.finished().stream().map(Tensor::base64).toList()));
    json.put("pixels", new ArrayList<>(state.pixels()));
    json.put("kept", state.kept());
    json.put("plugins", StateJson.plugins(state.plugins()));
    return JsonText.bytes(json);
  }

  @Override
  public RolloutState decode(byte[] bytes) {
    JsonFields json = JsonText.read(bytes);
    if (json.integer("v") != VERSION) {
      throw new IllegalArgumentException(
          "states of version " + VERSION + " are read here; found " + json.integer("v"));
    }
    return new RolloutState(
        script(json),
        json.integer("step"),
        json.has("prompt") ? Tensor.fromBase64(1, config.dim(), json.text("prompt")) : null,
        latent(json.text("latent")),
        json.count("denoised"),
        json.texts("finished").stream().map(this::latent).toList(),
        json.texts("pixels"),
        json.count("kept"),
        StateJson.plugins(json.objects("plugins")));
  }

  private RolloutScript script(JsonFields json) {
    return new RolloutScript(
        json.text("loop"),
        request(json.fields("request")),
        json.integer("seed"),
        ExecutionProfile.valueOf(json.text("profile")),
        new VideoPlans(config, StateJson.model(json.fields("model"))));
  }

  private Tensor latent(String base64) {
    return Tensor.fromBase64(config.tokens(), config.channels(), base64);
  }

  private static SequencedMap<String, Object> request(RolloutRequest request) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("prompt", request.prompt());
    json.put("chunks", request.chunks());
    json.put("sigmas", new ArrayList<>(request.schedule().sigmas()));
    json.put("stochastic", request.stochastic());
    json.put("window", request.window());
    return json;
  }

  private static RolloutRequest request(JsonFields json) {
    return new RolloutRequest(
        json.text("prompt"),
        json.count("chunks"),
        new FlowMatchSchedule(json.numbers("sigmas")),
        json.truth("stochastic"),
        json.count("window"));
  }
}
