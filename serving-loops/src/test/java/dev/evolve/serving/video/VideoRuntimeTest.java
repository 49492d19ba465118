package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.cache.CacheClass;
import dev.evolve.loop.cache.CacheManager;
import dev.evolve.loop.cache.CachedExecutor;
import dev.evolve.loop.port.Emitter;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.rollout.RolloutLoop;
import dev.evolve.serving.rollout.RolloutRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The video loops on the runtime as a server would have them. */
class VideoRuntimeTest {

  private static final RolloutRequest RIVER = RolloutRequest.of("a river", 4, 2);
  private static final DenoiseRequest CALM = DenoiseRequest.of("calm", 10);

  private final VideoExecutor video = VideoEntrants.executor();
  private final CacheManager caches =
      new CacheManager(List.of(CacheClass.ofBytes(VideoPlans.FEATURES, 4096)));
  private final CachedExecutor cached = new CachedExecutor(video, caches, VideoOutcome::bytes);
  private final DenoiseLoop denoise = new DenoiseLoop(VideoEntrants.CONFIG);
  private final RolloutLoop rollout = new RolloutLoop(VideoEntrants.CONFIG);
  private final List<AutoCloseable> open = new ArrayList<>();

  private LoopDriver driver(WorkExecutor executor, Emitter emitter) {
    LoopDriver driver = VideoDrivers.start(executor, emitter);
    open.add(driver);
    return driver;
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    video.close();
  }

  private static Submission river(String id) {
    return Submission.serve(RolloutLoop.KIND, id, RIVER, VideoEntrants.MODEL, 7);
  }

  private static Submission calm(String id) {
    return Submission.serve(DenoiseLoop.KIND, id, CALM, VideoEntrants.MODEL, 7);
  }

  private LoopResult alone(RolloutRequest request) {
    return Drive.begin(rollout, VideoEntrants.executor(), request).finish();
  }

  @Test
  void drivesBothLoopsTogetherToTheBytesOfEachAlone() {
    LoopDriver driver = driver(cached, (id, chunk) -> {});
    List<LoopHandle> rivers = new ArrayList<>();
    List<LoopHandle> clips = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      rivers.add(driver.submit(river("r" + i)));
      clips.add(driver.submit(calm("c" + i)));
    }
    LoopResult river = alone(RIVER);
    LoopResult clip =
        Drive.begin(
                denoise,
                VideoEntrants.executor(),
                CALM,
                7,
                ExecutionProfile.SERVE,
                new ResidualSkipInterceptor(0.1))
            .finish();
    assertThat(rivers).allSatisfy(handle -> assertThat(handle.result().join()).isEqualTo(river));
    assertThat(clips).allSatisfy(handle -> assertThat(handle.result().join()).isEqualTo(clip));
    assertThat(video.slabs()).isZero();
  }

  @Test
  void aPromptThatWasEncodedOnceIsFoundByLaterRequests() {
    LoopDriver driver = driver(cached, (id, chunk) -> {});
    LoopResult first = driver.submit(river("first")).result().join();
    assertThat(caches.usage(VideoPlans.FEATURES).hits()).isZero();
    assertThat(driver.submit(river("second")).result().join()).isEqualTo(first);
    assertThat(caches.usage(VideoPlans.FEATURES).hits()).isEqualTo(1);
  }

  @Test
  void aCancelledLoopLeavesNoSlabAndHurtsNoOther() {
    CompletableFuture<Void> seen = new CompletableFuture<>();
    LoopDriver driver = driver(video, (id, chunk) -> onFirstChunk(id, chunk, seen));
    LoopHandle other = driver.submit(river("other"));
    LoopHandle gone = driver.submit(river("gone"));
    seen.join();
    driver.cancel(new CancelScope.LoopScope("gone"), "the client left").join();
    assertThatThrownBy(() -> gone.result().join()).hasMessageContaining("the client left");
    assertThat(other.result().join()).isEqualTo(alone(RIVER));
    assertThat(video.slabs()).isZero();
  }

  private static void onFirstChunk(String loopId, StreamChunk chunk, CompletableFuture<Void> seen) {
    if (loopId.equals("gone") && chunk.sequence() == 0) {
      seen.complete(null);
    }
  }

  @Test
  void aLoopThatIsPreemptedGivesUpItsSlabsAndGivesTheSameBytes() {
    CompletableFuture<Void> urgentIsThere = new CompletableFuture<>();
    List<String> preempted = new CopyOnWriteArrayList<>();
    LoopDriver driver =
        VideoDrivers.start(
            new HeldStep(9, urgentIsThere), (id, chunk) -> {}, preemptions(preempted));
    open.add(driver);
    LoopHandle one = driver.submit(river("one"));
    LoopHandle two = driver.submit(river("two"));
    LoopHandle urgent = driver.submit(river("urgent").withPriority(1));
    urgent.accepted().join();
    urgentIsThere.complete(null);
    LoopResult expected = alone(RIVER);
    assertThat(List.of(one, two, urgent))
        .allSatisfy(handle -> assertThat(handle.result().join()).isEqualTo(expected));
    assertThat(preempted).hasSize(1).isSubsetOf("one", "two");
    assertThat(video.slabs()).isZero();
  }

  private static RuntimeObserver preemptions(List<String> loops) {
    return new RuntimeObserver() {
      @Override
      public void loopPreempted(String loopId, String kind) {
        loops.add(loopId);
      }
    };
  }

  /** Holds one step of every loop of normal priority until it is told to go on. */
  private final class HeldStep implements WorkExecutor {

    private final int step;
    private final CompletableFuture<Void> goOn;

    HeldStep(int step, CompletableFuture<Void> goOn) {
      this.step = step;
      this.goOn = goOn;
    }

    @Override
    public void execute(List<Work> batch) {
      for (Work work : batch) {
        boolean held =
            work.context().stepIndex() == step && !work.context().loopId().equals("urgent");
        (held ? goOn : CompletableFuture.<Void>completedFuture(null))
            .thenRun(() -> video.execute(List.of(work)));
      }
    }

    @Override
    public void release(String released) {
      video.release(released);
    }
  }

  @Test
  void aLoopThatFailsLeavesNoSlabAndHurtsNoOther() {
    LoopDriver driver =
        driver(new FailingStep("bad", 9, new IllegalStateException("told to")), (id, chunk) -> {});
    LoopHandle bad = driver.submit(river("bad"));
    LoopHandle good = driver.submit(river("good"));
    assertThatThrownBy(() -> bad.result().join()).hasMessageContaining("told to");
    assertThat(good.result().join()).isEqualTo(alone(RIVER));
    assertThat(video.slabs()).isZero();
  }

  @Test
  void aBrokenPoolIsSetUpAgainAndItsLoopsGiveTheSameBytes() {
    PoolFailedException broken =
        new PoolFailedException(VideoPlans.POOL.pool(), new IllegalStateException("told to"));
    LoopDriver driver = driver(new FailingStep("bad", 9, broken), (id, chunk) -> {});
    LoopHandle bad = driver.submit(river("bad"));
    LoopHandle good = driver.submit(river("good"));
    assertThat(bad.result().join()).isEqualTo(alone(RIVER));
    assertThat(good.result().join()).isEqualTo(alone(RIVER));
    assertThat(video.slabs()).isZero();
  }

  /** Fails one step of one loop, once; everything else goes to the video executor. */
  private final class FailingStep implements WorkExecutor {

    private final String loopId;
    private final int step;
    private final RuntimeException failure;
    private final AtomicInteger steps = new AtomicInteger();

    FailingStep(String loopId, int step, RuntimeException failure) {
      this.loopId = loopId;
      this.step = step;
      this.failure = failure;
    }

    @Override
    public void execute(List<Work> batch) {
      List<Work> rest = new ArrayList<>();
      for (Work work : batch) {
        if (work.context().loopId().equals(loopId) && steps.incrementAndGet() == step) {
          work.completion().fail(failure);
        } else {
          rest.add(work);
        }
      }
      if (!rest.isEmpty()) {
        video.execute(rest);
      }
    }

    @Override
    public void release(String released) {
      video.release(released);
    }

    @Override
    public void reinitialise(String pool) {
      video.reinitialise(pool);
    }
  }
}
