package dev.evolve.serving.decode;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.weights.SwapOrder;
import dev.evolve.loop.weights.WeightLoader;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kv.KvUsage;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes decode steps on one compute thread. Whatever steps wait when a pass is over, prefill
 * chunks and decode steps of any requests, make the next pass together, up to the knobs' limits and
 * in the order in which they came: continuous batching. Works, releases and resets are taken in
 * order, so blocks are free before the loop that was admitted for them takes its first step.
 */
public final class DecodeExecutor
    implements WorkExecutor, WeightLoader, VersionedCache, AutoCloseable {

  /** The component whose weights it serves. */
  public static final String COMPONENT = "decoder";

  private static final Logger LOG = LoggerFactory.getLogger(DecodeExecutor.class);

  private final DecodeKnobs knobs;
  private final DecodeEngine engine;
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final Thread thread;
  private volatile DecoderModel serving;
  private volatile int epoch;
  private volatile boolean closed;

  /**
   * @param model what is computed
   * @param kernels what computes it
   * @param knobs sizes of cache and batches
   * @param clock tells how long steps take
   */
  public DecodeExecutor(
      DecoderModel model, Kernels kernels, DecodeKnobs knobs, InstantSource clock) {
    this.knobs = knobs;
    this.serving = model;
    this.engine = new DecodeEngine(model, kernels, knobs, clock);
    this.thread = Thread.ofPlatform().name("decode-compute").daemon().start(this::work);
  }

  @Override
  public void execute(List<Work> batch) {
    submit(new Batch(batch, epoch));
  }

  @Override
  public void release(String loopId) {
    submit(new Act(() -> engine.release(loopId)));
  }

  /** Forgets the cache; steps that were waiting fail with the pool and are planned again. */
  @Override
  public void reinitialise(String pool) {
    if (!pool.equals(DecodeLoop.POOL.pool())) {
      throw new IllegalArgumentException(
          "a decode executor has the pool " + DecodeLoop.POOL.pool() + ", not " + pool);
    }
    epoch++;
    submit(new Act(engine::clear));
  }

  /** Name and version of what it serves. */
  public ModelRef serves() {
    return serving.reference();
  }

  /**
   * Makes the weights of another version, see {@link DecoderModel#withVersion}, beside those in
   * force. Installing them forgets what was cached under the old ones.
   */
  @Override
  public Staged stage(SwapOrder order) {
    String version = order.versions().get(COMPONENT);
    if (version == null || order.versions().size() != 1) {
      throw new IllegalArgumentException(
          "a decode executor has the component " + COMPONENT + ", not " + order.versions());
    }
    DecoderModel staged = serving.withVersion(version);
    return () -> inTurn(() -> load(staged)).join();
  }

  private Integer load(DecoderModel model) {
    engine.load(model);
    serving = model;
    return 0;
  }

  @Override
  public int dropComponent(String component, String versionInForce) {
    return component.equals(COMPONENT) ? inTurn(this::drop).join() : 0;
  }

  private Integer drop() {
    KvUsage usage = engine.usage().kv();
    engine.clear();
    return usage.held() + usage.cached();
  }

  /** What is held and was done, once all that was handed over before is done. */
  public CompletableFuture<DecodeUsage> usage() {
    return inTurn(engine::usage);
  }

  private <T> CompletableFuture<T> inTurn(Supplier<T> action) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    submit(new Act(() -> answer(answer, action)));
    return answer;
  }

  private static <T> void answer(CompletableFuture<T> answer, Supplier<T> action) {
    try {
      answer.complete(action.get());
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** Stops the compute thread; steps that wait fail. */
  @Override
  public void close() {
    closed = true;
    commands.add(new Act(() -> {}));
    if (!Thread.currentThread().equals(thread)) {
      join();
    }
  }

  private void join() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(Command command) {
    if (closed) {
      throw new RejectedExecutionException("the decode executor is closed");
    }
    commands.add(command);
  }

  // ---- the compute thread

  private void work() {
    List<Work> pass = new ArrayList<>();
    int tokens = 0;
    try {
      while (!closed) {
        Command command = next(pass.isEmpty());
        int more = command instanceof Step step ? DecodeEngine.tokens(step.work()) : 0;
        if (!pass.isEmpty() && !fits(command, pass.size(), tokens + more)) {
          engine.run(List.copyOf(pass));
          pass.clear();
          tokens = 0;
        }
        if (command != null) {
          tokens += more;
          take(command, pass);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.error("the decode compute thread has stopped", e);
      throw e;
    } finally {
      closed = true;
      fail(pass);
    }
  }

  /** The next step or act; null if there is none and it is not to be waited for. */
  private @Nullable Command next(boolean waits) throws InterruptedException {
    while (steps.isEmpty()) {
      Command command = waits ? commands.take() : commands.poll();
      if (!(command instanceof Batch batch)) {
        return command;
      }
      batch.works().forEach(work -> steps.add(new Step(work, batch.epoch())));
    }
    return steps.remove();
  }

  private boolean fits(@Nullable Command command, int works, int tokens) {
    return command instanceof Step && works < knobs.maxBatch() && tokens <= knobs.maxBatchTokens();
  }

  private void take(Command command, List<Work> pass) {
    switch (command) {
      case Act act -> act.action().run();
      case Batch batch ->
          throw new IllegalStateException("a batch is taken step by step: " + batch);
      case Step step -> {
        if (step.epoch() == epoch) {
          pass.add(step.work());
        } else {
          step.work().completion().fail(stale());
        }
      }
    }
  }

  private static PoolFailedException stale() {
    return new PoolFailedException(
        DecodeLoop.POOL.pool(), new IllegalStateException("its cache was reset meanwhile"));
  }

  private void fail(List<Work> pass) {
    RejectedExecutionException cause =
        new RejectedExecutionException("the decode executor was closed");
    pass.forEach(work -> work.completion().fail(cause));
    steps.forEach(step -> step.work().completion().fail(cause));
    for (Command command = commands.poll(); command != null; command = commands.poll()) {
      if (command instanceof Batch batch) {
        batch.works().forEach(work -> work.completion().fail(cause));
      }
    }
  }

  private sealed interface Command {}

  /** Steps that were handed over together. */
  private record Batch(List<Work> works, int epoch) implements Command {}

  /**
   * A step to be computed.
   *
   * @param epoch how often the cache had been reset when it was handed over
   */
  private record Step(Work work, int epoch) implements Command {}

  /** Something else to do on the thread, in its turn. */
  private record Act(Runnable action) implements Command {}
}
