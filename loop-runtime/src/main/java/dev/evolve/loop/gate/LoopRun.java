package dev.evolve.loop.gate;

import dev.evolve.loop.Done;
import dev.evolve.loop.Interception;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Plan;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One entrant under way: steps in the order of the contract, and checks that planning is pure. */
final class LoopRun<S extends LoopState> {

  private static final long STEP_TIMEOUT_SECONDS = 120;

  private final String loopId;
  private final Loop<?, S> loop;
  private final WorkExecutor executor;
  private final Interception interception;
  private final SignalScript signals;
  private final List<String> states = new ArrayList<>();
  private final List<StreamChunk> chunks = new ArrayList<>();
  private final List<Integer> chunkCounts = new ArrayList<>();
  private final List<StepResult> results = new ArrayList<>();
  private final long firstStep;
  private S state;
  private byte[] bytes;
  private @Nullable WorkPlan plan;
  private boolean done;

  LoopRun(
      String loopId,
      Loop<?, S> loop,
      WorkExecutor executor,
      Interception interception,
      SignalScript signals,
      S first) {
    this.loopId = loopId;
    this.loop = loop;
    this.executor = executor;
    this.interception = interception;
    this.signals = signals;
    this.state = first;
    this.firstStep = first.stepIndex();
    this.bytes = loop.codec().encode(first);
    note();
    plan();
  }

  boolean isDone() {
    return done;
  }

  WorkExecutor executor() {
    return executor;
  }

  WorkPlan planOrThrow() {
    return Objects.requireNonNull(plan, "a loop that is not done has a plan");
  }

  String loopId() {
    return loopId;
  }

  /** The results of the steps so far. */
  List<StepResult> results() {
    return results;
  }

  /** The serialised state at this boundary. */
  byte[] bytes() {
    return bytes;
  }

  /** The work of the present plan, with where its answer will be. */
  Started start() {
    WorkPlan next = planOrThrow();
    Signal signal =
        next.payload() instanceof Waiting waiting
            ? signals.signalFor(loopId, state.stepIndex(), waiting)
            : null;
    Answer answer = new Answer();
    ExecutionContext context =
        new ExecutionContext(
            loopId, state.stepIndex(), state, signal, () -> false, state.profile());
    WorkPayload override = interception.before(next, state.plugins());
    return new Started(new WorkExecutor.Work(next, context, override, answer), answer);
  }

  /** Takes the answer of the present plan and plans the next step. */
  void complete(Started started) {
    advanceBy(resultOf(started));
  }

  /** The answer of the present plan, with what plugins keep. */
  StepResult resultOf(Started started) {
    return interception.after(
        planOrThrow(), started.work().override(), started.answer().await(loopId), state.plugins());
  }

  /** Takes a result of the present plan and plans the next step. */
  void advanceBy(StepResult result) {
    WorkPlan taken = planOrThrow();
    S advanced = loop.advance(state, result);
    requireUnchanged("advance");
    state = advanced;
    bytes = loop.codec().encode(state);
    chunks.addAll(taken.emits());
    chunks.addAll(result.emits());
    results.add(result);
    note();
    plan();
  }

  /** One step alone. */
  void step() {
    Started started = start();
    executor().execute(List.of(started.work()));
    complete(started);
  }

  Trajectory trajectory() {
    return new Trajectory(loopId, firstStep, states, chunks, chunkCounts, loop.finalize(state));
  }

  private void plan() {
    Plan first = loop.next(state);
    Plan second = loop.next(state);
    if (!first.equals(second)) {
      throw new IllegalStateException(
          loopId
              + " plans step "
              + state.stepIndex()
              + " differently the second time: "
              + first
              + ", then "
              + second);
    }
    requireUnchanged("next");
    plan = first instanceof WorkPlan work ? work : null;
    done = first instanceof Done;
  }

  private void requireUnchanged(String method) {
    if (!Arrays.equals(bytes, loop.codec().encode(state))) {
      throw new IllegalStateException(
          loopId + " changes its state in " + method + " at step " + state.stepIndex());
    }
  }

  private void note() {
    states.add(sha256(bytes));
    chunkCounts.add(chunks.size());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** A work and where its answer will be. */
  record Started(WorkExecutor.Work work, Answer answer) {}

  /** Waits for an executor's answer. */
  static final class Answer implements WorkExecutor.Completion {

    private final CompletableFuture<StepResult> future = new CompletableFuture<>();

    @Override
    public void succeed(StepResult result) {
      future.complete(result);
    }

    @Override
    public void fail(Throwable cause) {
      future.completeExceptionally(cause);
    }

    @Override
    public void refuseSignal(SignalRefusedException reason) {
      future.completeExceptionally(reason);
    }

    StepResult await(String loopId) {
      try {
        return future.get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new IllegalStateException("a step of " + loopId + " failed: " + e.getCause(), e);
      } catch (TimeoutException e) {
        throw new IllegalStateException(
            "a step of " + loopId + " gave no answer in " + STEP_TIMEOUT_SECONDS + " s", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while " + loopId + " ran", e);
      }
    }
  }
}
