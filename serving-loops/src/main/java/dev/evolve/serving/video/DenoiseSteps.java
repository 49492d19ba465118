package dev.evolve.serving.video;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes denoise steps: the forwards of a whole batch first, then for each work guidance, solver,
 * preview and behaviour. Keeps nothing between batches.
 */
final class DenoiseSteps {

  private final Kernels kernels;
  private final Function<GuidanceSpec, GuidancePolicy> policies;

  DenoiseSteps(Kernels kernels, Function<GuidanceSpec, GuidancePolicy> policies) {
    this.kernels = kernels;
    this.policies = policies;
  }

  List<StepResult> run(
      VideoModel model, List<Work> batch, List<VideoWork.DenoiseStep> steps, ScratchSource memory) {
    LatentTransformer transformer = model.transformer(VideoEngine.oneComponent(steps));
    List<StepUnderWay> underWay = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      VideoWork.DenoiseStep step = steps.get(i);
      underWay.add(new StepUnderWay(batch.get(i), step, policies.apply(step.guidance())));
    }
    underWay.forEach(step -> step.takeOverride(transformer, kernels));
    forward(transformer, underWay, memory);
    return underWay.stream().map(step -> finish(model, step)).toList();
  }

  private static void forward(
      LatentTransformer transformer, List<StepUnderWay> underWay, ScratchSource memory) {
    List<Branch> all = underWay.stream().flatMap(step -> step.open().stream()).toList();
    if (underWay.getFirst().policy.dispatch() == GuidancePolicy.Dispatch.TOGETHER) {
      compute(transformer, all, memory);
      return;
    }
    for (String name : List.of(GuidancePolicy.CONDITIONAL, GuidancePolicy.UNCONDITIONAL)) {
      compute(
          transformer, all.stream().filter(branch -> branch.name.equals(name)).toList(), memory);
    }
  }

  private static void compute(
      LatentTransformer transformer, List<Branch> branches, ScratchSource memory) {
    if (branches.isEmpty()) {
      return;
    }
    List<ForwardInput> inputs =
        branches.stream().map(branch -> branch.step.input(branch.name)).toList();
    List<ForwardOutput> outputs = memory.with(scratch -> transformer.forward(scratch, inputs));
    for (int i = 0; i < branches.size(); i++) {
      branches.get(i).step.take(branches.get(i).name, outputs.get(i));
    }
  }

  private StepResult finish(VideoModel model, StepUnderWay step) {
    PluginStates before = step.work.context().state().plugins();
    GuidancePolicy.Guided guided =
        step.policy.combine(step.work.plan().context(), step.velocities, before);
    Tensor latent = step.payload.solver().apply(step.payload.latent(), guided.velocity());
    StepResult result =
        StepResult.of(
            new VideoOutcome.Denoised(latent, step.residuals),
            Duration.ZERO,
            preview(model, step.payload, latent));
    if (!guided.states().equals(before)) {
      result = result.withPlugins(guided.states());
    }
    BehaviorRecord behavior = behavior(model, step, guided.velocity(), latent);
    return behavior == null ? result : result.withBehavior(behavior);
  }

  private List<StreamChunk> preview(VideoModel model, VideoWork.DenoiseStep step, Tensor latent) {
    if (!step.preview()) {
      return List.of();
    }
    return List.of(
        VideoChunks.preview(
            model
                .decoder(ComponentRef.of(model.ref(), ComponentRef.DECODER))
                .preview(kernels, latent),
            step.solver().index(),
            model.config().frames() * VideoChunks.FRAME_MS));
  }

  private static @Nullable BehaviorRecord behavior(
      VideoModel model, StepUnderWay step, Tensor velocity, Tensor latent) {
    return step.work.context().profile() == ExecutionProfile.SERVE
        ? null
        : Behavior.record(
            step.work, model.ref().version(), step.payload.solver(), velocity, latent);
  }

  /** One branch of one step. */
  private record Branch(StepUnderWay step, String name) {}

  /** A step of the batch, and what is known of it so far. */
  private static final class StepUnderWay {

    private final Work work;
    private final VideoWork.DenoiseStep payload;
    private final GuidancePolicy policy;
    private final SortedMap<String, Tensor> velocities = new TreeMap<>();
    private final SortedMap<String, Tensor> residuals = new TreeMap<>();

    StepUnderWay(Work work, VideoWork.DenoiseStep payload, GuidancePolicy policy) {
      this.work = work;
      this.payload = payload;
      this.policy = policy;
    }

    void takeOverride(LatentTransformer transformer, Kernels kernels) {
      if (work.override() == null) {
        return;
      }
      if (!(work.override() instanceof VideoOverride override)) {
        throw new IllegalArgumentException(
            "a denoise step takes a VideoOverride; found " + work.override().getClass().getName());
      }
      override.residuals().entrySet().stream()
          .filter(known -> payload.prompts().containsKey(known.getKey()))
          .forEach(
              known ->
                  velocities.put(
                      known.getKey(),
                      transformer.velocity(kernels, input(known.getKey()), known.getValue())));
    }

    List<Branch> open() {
      return payload.prompts().keySet().stream()
          .filter(name -> !velocities.containsKey(name))
          .map(name -> new Branch(this, name))
          .toList();
    }

    ForwardInput input(String branch) {
      Tensor prompt = payload.prompts().get(branch);
      if (prompt == null) {
        throw new IllegalArgumentException("the step has no prompt of branch " + branch);
      }
      return new ForwardInput(
          payload.latent(), prompt, payload.solver().sigma(), policy.embeddedScale(), 0, List.of());
    }

    void take(String branch, ForwardOutput output) {
      velocities.put(branch, output.velocity());
      residuals.put(branch, output.residual());
    }
  }
}
