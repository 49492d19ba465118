package dev.evolve.app.engine;

import dev.evolve.app.campaigns.Loops;
import dev.evolve.campaign.RollbackLoop;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.memory.MemoryLoop;
import dev.evolve.profile.ProfileLoop;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The loop driver, as the commands see it. */
final class DriverLoops implements Loops {

  /** Kinds of which somebody waits for the end. */
  private static final Set<String> AWAITED =
      Set.of(RollbackLoop.KIND, ProfileLoop.KIND, MemoryLoop.KIND);

  private final LoopDriver driver;
  private final Map<String, CompletableFuture<LoopResult>> results = new ConcurrentHashMap<>();

  DriverLoops(LoopDriver driver) {
    this.driver = driver;
  }

  @Override
  public CompletableFuture<Void> submit(
      String kind, String loopId, Object request, ModelRef model, long seed) {
    LoopHandle handle = driver.submit(Submission.serve(kind, loopId, request, model, seed));
    if (AWAITED.contains(kind)) {
      results.put(loopId, handle.result());
    }
    return handle.accepted();
  }

  @Override
  public CompletableFuture<StepResult> signal(String loopId, Signal signal) {
    return driver.signal(loopId, signal);
  }

  @Override
  public CompletableFuture<LoopResult> result(String loopId) {
    CompletableFuture<LoopResult> result = results.remove(loopId);
    return result == null
        ? CompletableFuture.failedFuture(
            new IllegalStateException("loop " + loopId + " was not submitted here"))
        : result;
  }

  @Override
  public void cancel(String loopId, String reason) {
    driver
        .cancel(new CancelScope.LoopScope(loopId), reason)
        .thenAccept(reached -> results.remove(loopId));
  }
}
