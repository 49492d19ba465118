package dev.evolve.serving.video;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeKernels;
import dev.evolve.serving.rollout.RolloutLoop;
import dev.evolve.serving.rollout.RolloutRequest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Entrants of one run of a check: any number of requests of the video loops on one executor, as in
 * production. Weights are shared by all runs, everything else is made afresh.
 */
public final class VideoEntrants {

  /** What is served. */
  public static final ModelRef MODEL = new ModelRef("small-video", "w1");

  /** Its extents. */
  public static final VideoConfig CONFIG = VideoConfig.small();

  /** Its weights. */
  public static final VideoModel WEIGHTS = VideoModel.seeded(MODEL, CONFIG);

  /** The arithmetic. */
  public static final Kernels KERNELS = NativeKernels.loadFromUserCache();

  private final VideoExecutor executor;
  private final DenoiseLoop denoise;
  private final RolloutLoop rollout = new RolloutLoop(CONFIG);
  private final List<Entrant<?, ?>> entrants = new ArrayList<>();

  /** On a fresh executor. */
  public VideoEntrants() {
    this(GuidanceSpec::policy);
  }

  /** On a fresh executor with policies of one's own. */
  public VideoEntrants(Function<GuidanceSpec, GuidancePolicy> policies) {
    this.executor = new VideoExecutor(WEIGHTS, KERNELS, InstantSource.system(), policies);
    this.denoise = new DenoiseLoop(CONFIG, policies);
  }

  /** A fresh executor. */
  public static VideoExecutor executor() {
    return new VideoExecutor(WEIGHTS, KERNELS, InstantSource.system());
  }

  /** Adds a clip. */
  public VideoEntrants denoise(String id, DenoiseRequest request, StepInterceptor... interceptors) {
    entrants.add(
        new Entrant<>(id, denoise, executor, request, MODEL, id.hashCode()).with(interceptors));
    return this;
  }

  /** Adds a long clip. */
  public VideoEntrants rollout(String id, RolloutRequest request) {
    return rollout(id, request, ExecutionProfile.SERVE);
  }

  /** Adds a long clip in a profile. */
  public VideoEntrants rollout(String id, RolloutRequest request, ExecutionProfile profile) {
    entrants.add(new Entrant<>(id, rollout, executor, request, MODEL, id.hashCode()).in(profile));
    return this;
  }

  /** All of them, in the order in which they were added. */
  public List<Entrant<?, ?>> entrants() {
    return List.copyOf(entrants);
  }
}
