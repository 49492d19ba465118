package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.cache.CacheClass;
import dev.evolve.loop.cache.CacheManager;
import dev.evolve.loop.cache.CachedExecutor;
import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.weights.ComponentVersions;
import dev.evolve.loop.weights.SwapOrder;
import dev.evolve.loop.weights.SwapOutcome;
import dev.evolve.loop.weights.SwapTarget;
import dev.evolve.loop.weights.WeightSwap;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.rollout.RolloutLoop;
import dev.evolve.serving.rollout.RolloutRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VideoWeightSwapTest {

  private static final RolloutRequest RIVER = RolloutRequest.of("a river", 4, 2);
  private static final List<String> KINDS = List.of(RolloutLoop.KIND, DenoiseLoop.KIND);

  private final VideoExecutor video = VideoEntrants.executor();
  private final CacheManager caches =
      new CacheManager(List.of(CacheClass.ofBytes(VideoPlans.FEATURES, 4096)));
  private final CompletableFuture<Void> firstChunk = new CompletableFuture<>();
  private final LoopDriver driver =
      VideoDrivers.start(
          new CachedExecutor(video, caches, VideoOutcome::bytes), (id, chunk) -> saw(chunk));
  private final WeightSwap swaps =
      new WeightSwap(
          SwapTarget.of(driver),
          new ComponentVersions(VideoEntrants.WEIGHTS.componentVersions()),
          List.of(video, caches),
          ForkJoinPool.commonPool());

  private void saw(StreamChunk chunk) {
    if (!chunk.preview()) {
      firstChunk.complete(null);
    }
  }

  @AfterEach
  void close() {
    driver.close();
    video.close();
  }

  private LoopHandle submit(String id) {
    return driver.submit(Submission.serve(RolloutLoop.KIND, id, RIVER, video.serves(), 7));
  }

  private static LoopResult alone(ModelRef model) {
    VideoExecutor executor =
        new VideoExecutor(
            VideoModel.seeded(model, VideoEntrants.CONFIG),
            VideoEntrants.KERNELS,
            InstantSource.system());
    RolloutLoop loop = new RolloutLoop(VideoEntrants.CONFIG);
    LoopContext context = new LoopContext("drive", 7, ExecutionProfile.SERVE);
    return Drive.resume(loop, executor, loop.init(RIVER, model, context)).finish();
  }

  private static SwapOrder order(String component) {
    return SwapOrder.of(component, "w2", KINDS, FreezeMode.DRAIN);
  }

  private SwapOutcome swap(String component) {
    return swaps.begin(order(component), video).outcome().join();
  }

  @Test
  void aLoopThatRunsEndsOnItsWeightsAndTheNextOneBeginsOnTheNewOnes() {
    LoopHandle before = submit("before");
    firstChunk.join();
    assertThat(swap(ComponentRef.CAUSAL)).isInstanceOf(SwapOutcome.Swapped.class);
    LoopResult old = before.result().join();
    assertThat(old).isEqualTo(alone(VideoEntrants.MODEL));
    ModelRef changed = new ModelRef("small-video", "w1+causal=w2");
    assertThat(video.serves()).isEqualTo(changed);
    assertThat(submit("after").result().join()).isEqualTo(alone(changed)).isNotEqualTo(old);
  }

  @Test
  void onlyWhatThePartMadeIsDropped() {
    submit("before").result().join();
    swap(ComponentRef.CAUSAL);
    assertThat(caches.usage(VideoPlans.FEATURES).entries()).isEqualTo(1);
    submit("between").result().join();
    assertThat(caches.usage(VideoPlans.FEATURES).hits()).isEqualTo(1);
    swap(ComponentRef.TEXT_ENCODER);
    assertThat(caches.usage(VideoPlans.FEATURES).entries()).isZero();
    assertThat(video.serves().version()).isEqualTo("w1+causal=w2+text-encoder=w2");
  }

  @Test
  void aPartThatThereIsNotLeavesEverythingAsItIs() {
    assertThatIllegalArgumentException().isThrownBy(() -> swap("sound"));
    assertThatThrownBy(() -> video.stage(order("sound"))).hasMessageContaining("no part sound");
    assertThat(video.serves()).isEqualTo(VideoEntrants.MODEL);
  }

  @Test
  void aSwapUnderALoopThatRunsFailsItRatherThanMixWeights() {
    RolloutLoop loop = new RolloutLoop(VideoEntrants.CONFIG);
    Drive<?> drive = Drive.begin(loop, video, RIVER).steps(8);
    video.stage(order(ComponentRef.CAUSAL)).install();
    assertThatThrownBy(drive::step).hasMessageContaining("version=w1");
    assertThat(video.dropComponent(ComponentRef.DECODER, "w2")).isZero();
    assertThat(video.dropComponent(ComponentRef.CAUSAL, "w2")).isEqualTo(1);
    assertThat(video.slabs()).isZero();
  }

  @Test
  void aModelsVersionNamesThePartsThatWereChanged() {
    ModelVersion changed = ModelVersion.parse("w1").with("causal", "w2");
    assertThat(changed.text()).isEqualTo("w1+causal=w2");
    assertThat(ModelVersion.parse(changed.text())).isEqualTo(changed);
    assertThat(changed.of("causal")).isEqualTo("w2");
    assertThat(changed.of("text-encoder")).isEqualTo("w1");
    assertThat(changed.with("causal", "w1").text()).isEqualTo("w1");
    for (String wrong : List.of("", "w1+", "w1+causal", "w1+causal=", "w1+causal=a=b")) {
      assertThatIllegalArgumentException().isThrownBy(() -> ModelVersion.parse(wrong));
    }
  }
}
