package dev.evolve.app.serving.decode;

import dev.evolve.app.serving.engine.CompletionCall;
import dev.evolve.app.serving.engine.CompletionEnd;
import dev.evolve.app.serving.engine.CompletionEnd.Cancelled;
import dev.evolve.app.serving.engine.CompletionEnd.Failed;
import dev.evolve.app.serving.engine.CompletionEnd.Finished;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.app.serving.engine.CompletionEnd.Refused;
import dev.evolve.app.serving.engine.CompletionEngine;
import dev.evolve.app.serving.engine.CompletionListener;
import dev.evolve.app.serving.engine.EngineLoad;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.port.Unstored;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.serving.decode.DecodeExecutor;
import dev.evolve.serving.decode.DecodeKnobs;
import dev.evolve.serving.decode.DecodeLoop;
import dev.evolve.serving.decode.DecodeRequest;
import dev.evolve.serving.decode.DecodeUsage;
import dev.evolve.serving.decode.DecoderModel;
import dev.evolve.serving.decode.Finish;
import dev.evolve.serving.decode.Sampling;
import dev.evolve.serving.decode.TokenSequence;
import dev.evolve.serving.kernel.Kernels;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completions as decode loops on a runtime of their own: a call is a loop, its id the loop's. The
 * loops live in memory only; a call that is preempted begins again with what it knows.
 */
public final class DecodeCompletions implements CompletionEngine {

  private static final Logger LOG = LoggerFactory.getLogger(DecodeCompletions.class);
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(2);

  private final Setup setup;
  private final ServedModel served;
  private final OpenCalls calls;
  private final DecodeExecutor executor;
  private final LoopDriver driver;
  private volatile boolean isBroken;

  /**
   * What is to be served, and how.
   *
   * @param model the model
   * @param kernels its arithmetic
   * @param knobs what may be tuned
   * @param queueLimit how many calls may wait
   * @param clock tells how long steps take, and when the model was made
   */
  public record Setup(
      DecoderModel model,
      Kernels kernels,
      DecodeKnobs knobs,
      int queueLimit,
      InstantSource clock) {}

  /** Hears of the size of each batch. */
  @FunctionalInterface
  public interface Batches {

    /** So many steps were handed over together. */
    void batch(int size);
  }

  /**
   * Starts the engine.
   *
   * @param setup what is served
   * @param batches hears of batches, on the runtime's thread
   * @param broken told, once, when the engine cannot go on
   */
  public DecodeCompletions(Setup setup, Batches batches, Runnable broken) {
    this.setup = setup;
    this.served =
        new ServedModel(
            setup.model().reference().id(),
            setup.model().reference().version(),
            setup.model().shape().context(),
            setup.clock().instant().getEpochSecond(),
            new BytePrompts());
    this.calls = new OpenCalls(setup.queueLimit());
    this.executor =
        new DecodeExecutor(setup.model(), setup.kernels(), setup.knobs(), setup.clock());
    RuntimePorts ports =
        new RuntimePorts(
            new Unstored(),
            this::emit,
            setup.clock(),
            new Watcher(calls, batches),
            cause -> breakDown(cause, broken));
    this.driver =
        new LoopDriver(
            new LoopRuntime(ports, limits(setup.knobs()))
                .register(
                    new DecodeLoop(setup.knobs(), setup.model().shape()),
                    executor,
                    LoopSettings.IN_MEMORY.inExactMode()));
    driver.start();
  }

  private static RuntimeLimits limits(DecodeKnobs knobs) {
    RuntimeLimits defaults = RuntimeLimits.defaults();
    RuntimeLimits.Pools pools = defaults.pools();
    Map<String, Long> blocks = Map.of(DecodeKnobs.CACHE_CLASS, (long) knobs.kvBlocks());
    return defaults
        .withPools(
            new RuntimeLimits.Pools(
                pools.memoryBytes(), pools.computeSeconds(), new TreeMap<>(blocks)))
        .withCloseGrace(CLOSE_GRACE);
  }

  @Override
  public ServedModel model() {
    return served;
  }

  @Override
  public Ticket submit(CompletionCall call, CompletionListener listener) {
    DecodeRequest request = request(call);
    Refused refused = calls.open(call.id(), call.prompt().size(), listener);
    if (refused != null) {
      listener.ended(refused);
      return new Ticket(call.id());
    }
    LoopHandle handle =
        driver.submit(
            Submission.serve(
                    DecodeLoop.KIND,
                    call.id(),
                    request,
                    setup.model().reference(),
                    call.sampling().seed())
                .withPriority(call.priority()));
    var unused =
        handle
            .result()
            .whenComplete((result, failure) -> calls.end(call.id(), end(result, failure)));
    return new Ticket(call.id());
  }

  private static DecodeRequest request(CompletionCall call) {
    int[] prompt = call.prompt().stream().mapToInt(Integer::intValue).toArray();
    return new DecodeRequest(
        TokenSequence.of(prompt),
        call.maxTokens(),
        new Sampling(
            call.sampling().temperature(), call.sampling().topP(), call.sampling().relaxed()),
        call.ending().stops(),
        call.ending().ignoresModel());
  }

  private static CompletionEnd end(@Nullable LoopResult result, @Nullable Throwable failure) {
    if (result != null) {
      boolean isLength = result.outcome().equals(Finish.LENGTH.wireName());
      int tokens = Integer.parseInt(result.artifacts().get("completion_tokens"));
      return new Finished(isLength ? Reason.LENGTH : Reason.STOP, tokens);
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return switch (cause) {
      case LoopCancelledException cancelled ->
          new Cancelled(String.valueOf(cancelled.getMessage()));
      case NeverFitsException never ->
          new Refused(CompletionEnd.Refusal.TOO_LARGE, String.valueOf(never.getMessage()));
      case RuntimeBusyException busy ->
          new Refused(CompletionEnd.Refusal.BUSY, String.valueOf(busy.getMessage()));
      case RuntimeStoppedException stopped -> new Cancelled("the engine was stopped");
      case null -> new Failed(new IllegalStateException("a loop ended without a result"));
      default -> new Failed(cause);
    };
  }

  private void emit(String loopId, StreamChunk chunk) {
    CompletionListener listener = calls.listener(loopId);
    if (listener != null && !chunk.data().isEmpty()) {
      listener.text(chunk.data());
    }
  }

  @Override
  public void cancel(Ticket ticket, String reason) {
    var unused = driver.cancel(new CancelScope.LoopScope(ticket.id()), reason);
  }

  @Override
  public boolean isRunning() {
    return !isBroken && driver.isRunning();
  }

  @Override
  public CompletableFuture<EngineLoad> load() {
    try {
      return executor.usage().thenApply(usage -> load(calls.counts(), usage));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static EngineLoad load(OpenCalls.Counts counts, DecodeUsage usage) {
    return new EngineLoad(
        counts.running(),
        counts.waiting(),
        new EngineLoad.Blocks(usage.kv().held(), usage.kv().cached(), usage.kv().blocks()),
        new EngineLoad.Work(
            counts.promptTokens(),
            usage.generatedTokens(),
            usage.prefilledTokens() + usage.kv().reusedTokens(),
            usage.kv().reusedTokens(),
            usage.passes(),
            usage.steps(),
            counts.preemptions(),
            usage.draftedTokens(),
            usage.agreedTokens()));
  }

  private void breakDown(Throwable cause, Runnable broken) {
    LOG.error("the engine cannot go on", cause);
    isBroken = true;
    broken.run();
  }

  @Override
  public CompletableFuture<Void> drain() {
    return calls.drain();
  }

  @Override
  public void close() {
    driver.close();
    executor.close();
  }

  /** Follows which calls run, on the runtime's thread. */
  private record Watcher(OpenCalls calls, Batches batches) implements RuntimeObserver {

    @Override
    public void loopAccepted(String loopId, String kind, boolean restored) {
      CompletionListener listener = calls.listener(loopId);
      if (listener != null) {
        listener.accepted();
      }
    }

    @Override
    public void loopStarted(String loopId, String kind) {
      calls.started(loopId);
    }

    @Override
    public void loopPreempted(String loopId, String kind) {
      calls.preempted(loopId);
    }

    @Override
    public void batchDispatched(WorkUnitKind unit, int size) {
      batches.batch(size);
    }
  }
}
