package dev.evolve.loop.sim;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the plans of a {@link ScriptLoop}: at once, or, when it holds, as soon as it is told. A
 * signal whose payload is {@code refuse} is refused, one that says {@code fail} fails.
 */
public final class ScriptExecutor implements WorkExecutor {

  private final List<List<Work>> batches = new ArrayList<>();
  private final List<Work> held = new ArrayList<>();
  private boolean holding;
  private boolean throwing;

  @Override
  public void execute(List<Work> batch) {
    if (throwing) {
      throw new IllegalStateException("the executor was told to throw");
    }
    batches.add(List.copyOf(batch));
    if (holding) {
      held.addAll(batch);
    } else {
      batch.forEach(ScriptExecutor::answer);
    }
  }

  /** Keeps works back from now on. */
  public void hold() {
    holding = true;
  }

  /** Throws from now on. */
  public void throwAlways() {
    throwing = true;
  }

  /** The works that are kept back. */
  public List<Work> held() {
    return held;
  }

  /** Answers everything that is kept back; keeps on holding. */
  public void release() {
    List<Work> works = List.copyOf(held);
    held.clear();
    works.forEach(ScriptExecutor::answer);
  }

  /** Answers everything and holds no more. */
  public void unhold() {
    holding = false;
    release();
  }

  /** The calls so far. */
  public List<List<Work>> batches() {
    return batches;
  }

  /** Gives a work its right answer. */
  public static void answer(Work work) {
    WorkPayload payload = work.plan().payload();
    switch (payload) {
      case ScriptWork.Compute compute -> compute(work, compute);
      case Waiting waiting -> wake(work, work.context().wokenBy().orElseThrow());
      default -> work.completion().fail(new IllegalArgumentException("unknown " + payload));
    }
  }

  private static void compute(Work work, ScriptWork.Compute compute) {
    if (compute.fails()) {
      work.completion().fail(new IllegalStateException("the step was told to fail"));
    } else {
      succeed(work, compute.value());
    }
  }

  private static void wake(Work work, Signal signal) {
    switch (signal.payload()) {
      case "refuse" ->
          work.completion().refuseSignal(new SignalRefusedException("not-allowed", "refused"));
      case "fail" -> work.completion().fail(new IllegalStateException("the signal fails"));
      default -> succeed(work, signal.hashCode());
    }
  }

  private static void succeed(Work work, long value) {
    long step = work.context().stepIndex();
    work.completion()
        .succeed(
            StepResult.of(
                new ScriptWork.Computed(value),
                Duration.ofMillis(1),
                List.of(StreamChunk.event("events", 2 * step + 1, "result-" + step))));
  }
}
