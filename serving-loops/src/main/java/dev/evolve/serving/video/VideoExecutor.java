package dev.evolve.serving.video;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.capture.CapturableExecutor;
import dev.evolve.loop.capture.Graph;
import dev.evolve.loop.capture.GraphForm;
import dev.evolve.loop.weights.SwapOrder;
import dev.evolve.loop.weights.WeightLoader;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.kernel.Kernels;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Executes the steps of the denoise and rollout loops on one model and one compute thread. A batch
 * is one forward; what a work gets does not depend on the others of its batch, bit for bit.
 *
 * <p>Weights can be changed part by part ({@link dev.evolve.loop.weights.WeightSwap}). A loop is
 * pinned to the versions that it began with, and a step that needs another version than the one in
 * force fails, so loops that run should drain before a swap.
 *
 * <p>Keys and values of finished chunks are kept by loop until {@link #release}. The thread is a
 * daemon and ends by itself when there is nothing to do.
 */
public final class VideoExecutor
    implements CapturableExecutor, WeightLoader, VersionedCache, AutoCloseable {

  private static final long IDLE_SECONDS = 1;

  private final ThreadPoolExecutor thread;
  private final VideoEngine engine;
  private final String device;

  /**
   * @param model what it serves
   * @param kernels the arithmetic
   * @param clock times steps
   */
  public VideoExecutor(VideoModel model, Kernels kernels, InstantSource clock) {
    this(model, kernels, clock, GuidanceSpec::policy);
  }

  /** As the other, with policies of one's own. */
  public VideoExecutor(
      VideoModel model,
      Kernels kernels,
      InstantSource clock,
      Function<GuidanceSpec, GuidancePolicy> policies) {
    this.engine = new VideoEngine(model, kernels, clock, policies);
    this.device = "cpu:" + System.getProperty("os.arch") + ":" + kernels.name();
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("video-compute").factory());
    this.thread.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(List<Work> batch) {
    List<Work> works = List.copyOf(batch);
    try {
      thread.execute(() -> engine.run(works));
    } catch (RejectedExecutionException e) {
      IllegalStateException closed =
          new IllegalStateException("the video executor is closed; no step runs any more", e);
      works.forEach(work -> work.completion().fail(closed));
    }
  }

  /** Frees the keys and values of a loop. */
  @Override
  public void release(String loopId) {
    onThread(() -> engine.slabs().release(loopId));
  }

  /** Drops the keys and values of all loops. */
  @Override
  public void reinitialise(String pool) {
    if (pool.equals(VideoPlans.POOL.pool())) {
      onThread(() -> engine.slabs().clear());
    }
  }

  /** The kernels, on whatever this machine's processor is. */
  @Override
  public String device() {
    return device;
  }

  /**
   * Denoise steps and tiles always take the same calls; how many forwards a step has is in its
   * shape. Steps of chunks see contexts of any length and have no fixed form.
   */
  @Override
  public Optional<GraphForm> form(WorkPlan plan) {
    return switch (plan.payload()) {
      case VideoWork.DenoiseStep step ->
          Optional.of(new GraphForm("clip", "forwards of " + step.guidance().policy().dispatch()));
      case VideoWork.DecodeTile tile -> Optional.of(new GraphForm("clip", "tile"));
      default -> Optional.empty();
    };
  }

  /** A graph whose buffers are made by its first replay. */
  @Override
  public Graph capture(List<Work> works) {
    long workspaceBytes =
        works.stream().mapToLong(work -> work.plan().capture().workspaceBytes()).sum();
    return new VideoGraph(engine, workspaceBytes, thread);
  }

  @Override
  public Staged stage(SwapOrder order) {
    VideoModel staged = onThreadOrThrow(engine::model);
    for (Map.Entry<String, String> part : order.versions().entrySet()) {
      staged = staged.with(part.getKey(), part.getValue());
    }
    return install(staged);
  }

  private Staged install(VideoModel staged) {
    return () ->
        onThreadOrThrow(
            () -> {
              engine.serve(staged);
              return staged;
            });
  }

  /** Drops keys and values if they were computed with another version of their expert. */
  @Override
  public int dropComponent(String component, String versionInForce) {
    return component.equals(ComponentRef.CAUSAL)
        ? onThreadOrThrow(
            () -> {
              int dropped = engine.slabs().count();
              engine.slabs().clear();
              return dropped;
            })
        : 0;
  }

  /** What it serves, after everything that was asked for so far. */
  public ModelRef serves() {
    return onThreadOrThrow(engine::model).ref();
  }

  private <T> T onThreadOrThrow(Supplier<T> task) {
    try {
      return CompletableFuture.supplyAsync(task, thread).join();
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException(
          "the video executor is closed; it serves nothing any more", e);
    }
  }

  /** How many chunks' keys and values are kept, after everything that was asked for so far. */
  public int slabs() {
    CompletableFuture<Integer> count = new CompletableFuture<>();
    return onThread(() -> count.complete(engine.slabs().count())) ? count.join() : 0;
  }

  /** Runs a task in its turn; false if the executor is closed, and so keeps nothing. */
  private boolean onThread(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Takes no more steps; those under way end first. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
