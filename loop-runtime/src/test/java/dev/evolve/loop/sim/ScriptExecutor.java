package dev.evolve.loop.sim;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Executes the plans of a {@link ScriptLoop}: at once, or, when it holds, as soon as it is told. A
 * signal whose payload is {@code refuse} is refused, one that says {@code fail} fails. Keeps a
 * {@link ScriptCache}, so a step that counts on what was lost fails.
 */
public final class ScriptExecutor implements WorkExecutor {

  private final List<List<Work>> batches = new ArrayList<>();
  private final List<Work> held = new ArrayList<>();
  private final List<String> released = new ArrayList<>();
  private final List<String> reinitialised = new ArrayList<>();
  private final ScriptCache cache = new ScriptCache();
  private final Map<String, Integer> breaks = new HashMap<>();
  private @Nullable RuntimeException beyondRepair;
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
      batch.forEach(this::finish);
    }
  }

  private void finish(Work work) {
    String pool = work.plan().placement().pool();
    int left = breaks.getOrDefault(pool, 0);
    if (left > 0) {
      breaks.put(pool, left - 1);
      work.completion()
          .fail(new PoolFailedException(pool, new IllegalStateException("it was told to break")));
      return;
    }
    try {
      cache.use(work);
      answer(work);
    } catch (AssertionError e) {
      work.completion().fail(e);
    }
  }

  @Override
  public void release(String loopId) {
    released.add(loopId);
    cache.drop(loopId);
  }

  @Override
  public void reinitialise(String pool) {
    reinitialised.add(pool);
    if (beyondRepair != null) {
      throw beyondRepair;
    }
    cache.clear();
  }

  /** The next works on a pool, so many, break it. */
  public void breakPool(String pool, int times) {
    breaks.put(pool, times);
  }

  /** Pools cannot be set up again from now on. */
  public void beyondRepair(RuntimeException why) {
    beyondRepair = why;
  }

  /** Whose caches were to be freed, in order. */
  public List<String> released() {
    return released;
  }

  /** The pools that were to be set up again, in order. */
  public List<String> reinitialised() {
    return reinitialised;
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
    works.forEach(this::finish);
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

  /** Answers the first that is kept back of a loop; keeps on holding. */
  public void answerHeld(String loopId) {
    Work found =
        held.stream().filter(w -> w.context().loopId().equals(loopId)).findFirst().orElseThrow();
    held.remove(found);
    finish(found);
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
