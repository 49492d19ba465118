package dev.evolve.loop.runtime;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the one thread that turns a {@link LoopRuntime}, and is the way in for all other threads:
 * its methods may be called from anywhere and block no longer than it takes to leave a message.
 */
public final class LoopDriver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LoopDriver.class);

  /** A busy driver says so often what it holds. */
  private static final int TURNS_PER_USAGE = 64;

  private final LoopRuntime runtime;
  private final InstantSource clock;
  private final Thread thread;
  private final CompletableFuture<List<LoopHandle>> restored = new CompletableFuture<>();
  private volatile boolean closing;
  private int turns;
  private volatile RuntimeUsage usage = RuntimeUsage.NOTHING;

  /**
   * @param runtime the runtime, with its loops registered and otherwise unused
   */
  public LoopDriver(LoopRuntime runtime) {
    this.runtime = runtime;
    this.clock = runtime.ports().clock();
    this.thread = Thread.ofPlatform().name("loop-driver").daemon().unstarted(this::run);
  }

  /**
   * Restores what the store holds and begins to drive.
   *
   * @return handles of the restored loops
   * @throws LoopException.UnknownKindException if a stored loop's kind is not registered
   * @throws dev.evolve.loop.port.CheckpointStore.StoreUnavailableException if the store is away
   */
  public List<LoopHandle> start() {
    thread.start();
    try {
      return restored.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** See {@link LoopRuntime#submit}. */
  public LoopHandle submit(Submission submission) {
    LoopHandle handle = LoopHandle.fresh(submission.loopId(), submission.kind());
    post(submission.loopId(), () -> runtime.submit(submission, handle), handle::refuse);
    return handle;
  }

  /** See {@link LoopRuntime#signal}. */
  public CompletableFuture<StepResult> signal(String loopId, Signal signal) {
    PendingSignal pending = new PendingSignal(signal, new CompletableFuture<>());
    post(loopId, () -> runtime.signal(loopId, pending), pending::refuse);
    return pending.answer();
  }

  /** See {@link LoopRuntime#cancel}. */
  public CompletableFuture<List<String>> cancel(CancelScope scope, String reason) {
    CompletableFuture<List<String>> reached = new CompletableFuture<>();
    post(
        scope.toString(),
        () -> runtime.cancel(scope, reason, reached),
        reached::completeExceptionally);
    return reached;
  }

  /** See {@link LoopRuntime#freeze}. */
  public CompletableFuture<Void> freeze(String kind, FreezeMode mode) {
    CompletableFuture<Void> quiet = new CompletableFuture<>();
    post(kind, () -> runtime.freeze(kind, mode, quiet), quiet::completeExceptionally);
    return quiet;
  }

  /** See {@link LoopRuntime#thaw}. */
  public CompletableFuture<Void> thaw(String kind, boolean cachesLost) {
    CompletableFuture<Void> thawed = new CompletableFuture<>();
    post(kind, () -> runtime.thaw(kind, cachesLost, thawed), thawed::completeExceptionally);
    return thawed;
  }

  /** What the runtime held when it last rested, or a short while ago if it never does. */
  public RuntimeUsage usage() {
    return usage;
  }

  /** Whether loops are being driven. */
  public boolean isRunning() {
    return thread.isAlive() && !closing;
  }

  /**
   * Starts no further step, waits for those under way as long as the limits allow, and stops. Loops
   * that have not ended go on after a restart.
   */
  @Override
  public void close() {
    closing = true;
    runtime.inbox().wake();
    if (thread.getState() == Thread.State.NEW) {
      runtime.stop();
    } else if (Thread.currentThread() != thread) {
      awaitEnd();
    }
  }

  private void awaitEnd() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(String loopId, Runnable action, Consumer<RuntimeException> refusal) {
    Inbox.Offer offer = runtime.inbox().offer(new Posted(loopId, action, refusal));
    switch (offer) {
      case TAKEN -> {
        // Its future tells how it went.
      }
      case FULL ->
          refusal.accept(
              new RuntimeBusyException(
                  loopId,
                  "the inbox is full with "
                      + runtime.limits().queues().commands()
                      + " commands; try again later"));
      case CLOSED -> refusal.accept(new RuntimeStoppedException(loopId));
    }
  }

  private void run() {
    try {
      restored.complete(runtime.restore());
      drive();
      drain();
    } catch (InterruptedException e) {
      LOG.info("the driver was interrupted and stops");
    } catch (RuntimeException | Error e) {
      if (!restored.completeExceptionally(e)) {
        runtime.halt(e);
      }
    } finally {
      runtime.stop();
      usage = RuntimeUsage.NOTHING;
    }
  }

  private void drive() throws InterruptedException {
    while (!closing && !runtime.isStopped()) {
      rest(runtime.turn(), Instant.MAX);
    }
  }

  private void drain() throws InterruptedException {
    Instant end = clock.instant().plus(runtime.limits().closeGrace());
    runtime.drain();
    while (!runtime.isStopped() && !runtime.isDrained() && clock.instant().isBefore(end)) {
      rest(runtime.turn(), end);
    }
  }

  private void rest(Turn turn, Instant end) throws InterruptedException {
    boolean rests = !turn.hasMore() && !runtime.isStopped();
    if (rests || turns++ % TURNS_PER_USAGE == 0) {
      usage = runtime.usage();
    }
    if (!rests) {
      return;
    }
    Instant until = turn.wake().filter(wake -> wake.isBefore(end)).orElse(end);
    Duration longest = runtime.limits().idleWait();
    Instant now = clock.instant();
    runtime
        .inbox()
        .await(until.isBefore(now.plus(longest)) ? Duration.between(now, until) : longest);
  }

  private record Posted(String loopId, Runnable action, Consumer<RuntimeException> refusal)
      implements Inbox.Command {

    @Override
    public void run() {
      action.run();
    }

    @Override
    public void refuse() {
      refusal.accept(new RuntimeStoppedException(loopId));
    }
  }
}
