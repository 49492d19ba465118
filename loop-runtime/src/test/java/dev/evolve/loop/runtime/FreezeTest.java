package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import dev.evolve.loop.runtime.LoopException.UnknownKindException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A kind is kept from going on, so that what it runs on can be changed, and goes on afterwards. */
class FreezeTest {

  private final RuntimeHarness harness =
      new RuntimeHarness(RuntimeLimits.defaults().withPools(RuntimeLimits.Pools.ofBytes(100)));

  private CompletableFuture<Void> freeze(FreezeMode mode) {
    return harness.runtime().freeze(ScriptLoop.KIND, mode);
  }

  private void thaw() {
    assertThat(harness.runtime().thaw(ScriptLoop.KIND, false)).isCompleted();
    harness.settle();
  }

  private void cancel(String loopId) {
    harness.runtime().cancel(new CancelScope.LoopScope(loopId), "enough");
  }

  private List<Long> steps(String loopId) {
    return harness.executor().batches().stream()
        .flatMap(List::stream)
        .filter(work -> work.context().loopId().equals(loopId))
        .map(work -> work.context().stepIndex())
        .toList();
  }

  @Test
  void stopsRunningLoopsAtTheirBoundaryAndLetsThemGoOn() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w w w");
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    harness.settle();
    assertThat(quiet).isNotDone();
    harness.executor().unhold();
    harness.settle();
    assertThat(quiet).isCompleted();
    assertThat(steps("a")).containsExactly(0L);
    thaw();
    assertThat(handle.result()).isCompleted();
    assertThat(steps("a")).containsExactly(0L, 1L, 2L);
  }

  @Test
  void letsRunningLoopsDrain() {
    LoopHandle running = harness.submit("a", "w w w");
    harness.runtime().turn();
    CompletableFuture<Void> quiet = freeze(FreezeMode.DRAIN);
    assertThat(quiet).isNotDone();
    harness.settle();
    assertThat(running.result()).isCompleted();
    assertThat(quiet).isCompleted();
  }

  @Test
  void isNotDrainedBeforeParkedLoopsHaveEnded() {
    LoopHandle parked = harness.submit("a", "s:go w");
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.DRAIN);
    harness.settle();
    assertThat(quiet).isNotDone();
    harness.signal("a", "go", "now");
    harness.settle();
    assertThat(parked.result()).isCompleted();
    assertThat(quiet).isCompleted();
  }

  @Test
  void keepsNewLoopsBackInBothModes() {
    for (FreezeMode mode : FreezeMode.values()) {
      assertThat(freeze(mode)).isCompleted();
      LoopHandle handle = harness.submit(mode.name(), "w");
      harness.settle();
      assertThat(handle.accepted()).isCompleted();
      assertThat(steps(mode.name())).isEmpty();
      thaw();
      assertThat(handle.result()).isCompleted();
    }
  }

  @Test
  void keepsALoopBackThatQueuedBeforeADrain() {
    harness.submit(RuntimeHarness.FOREIGN_KIND, "foreign", new ScriptRequest("s:go", 80, 0));
    harness.settle();
    LoopHandle queued = harness.submit("a", new ScriptRequest("w", 50, 0));
    assertThat(freeze(FreezeMode.DRAIN)).isCompleted();
    harness.signal("foreign", "go", "now");
    harness.settle();
    assertThat(steps("a")).isEmpty();
    thaw();
    assertThat(queued.result()).isCompleted();
  }

  @Test
  void drainsALoopThatHadToGiveWay() {
    LoopHandle low = harness.submit("low", new ScriptRequest("w w w w", 80, 0));
    harness.runtime().turn();
    harness.runtime().turn();
    LoopHandle high = harness.submit("high", new ScriptRequest("s:go", 80, 0), 1);
    harness.settle();
    assertThat(harness.runtime().usage().queued()).isEqualTo(1);
    CompletableFuture<Void> quiet = freeze(FreezeMode.DRAIN);
    harness.settle();
    harness.signal("high", "go", "now");
    harness.settle();
    assertThat(high.result()).isCompleted();
    assertThat(low.result()).isCompleted();
    assertThat(quiet).isCompleted();
  }

  @Test
  void keepsALoopBackThatGivesWayWhileItsKindIsStopped() {
    harness.executor().hold();
    LoopHandle low = harness.submit("low", new ScriptRequest("w w", 80, 0));
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    LoopHandle high =
        harness
            .runtime()
            .submit(
                RuntimeHarness.submission(
                        RuntimeHarness.FOREIGN_KIND, "high", new ScriptRequest("w", 80, 0))
                    .withPriority(1));
    harness.executor().unhold();
    harness.settle();
    assertThat(high.result()).isCompleted();
    assertThat(quiet).isCompleted();
    assertThat(low.result()).isNotDone();
    thaw();
    assertThat(low.result()).isCompleted();
  }

  @Test
  void holdsALoopThatIsWokenAndTakesItsStepAfterTheThaw() {
    LoopHandle handle = harness.submit("a", "s:go w");
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    assertThat(quiet).isCompleted();
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "now");
    harness.settle();
    assertThat(answer).isNotDone();
    assertThat(steps("a")).isEmpty();
    thaw();
    assertThat(answer).isCompleted();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void holdsALoopThatIsWokenByItsDeadline() {
    LoopHandle handle = harness.submit("a", "t@2000");
    harness.settle();
    freeze(FreezeMode.BOUNDARY);
    harness.settleOverTime();
    assertThat(steps("a")).isEmpty();
    assertThat(harness.runtime().turn()).isEqualTo(Turn.IDLE);
    thaw();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void cancelsStoppedKeptBackQueuedAndWokenLoopsWhileFrozen() {
    LoopHandle stopped = harness.submit("stopped", new ScriptRequest("w w w", 60, 0));
    LoopHandle queued = harness.submit("queued", new ScriptRequest("w", 60, 0));
    LoopHandle woken = harness.submit("woken", "s:go");
    harness.runtime().turn();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    harness.settle();
    assertThat(quiet).isCompleted();
    CompletableFuture<StepResult> answer = harness.signal("woken", "go", "now");
    LoopHandle keptBack = harness.submit("keptBack", "w");
    harness.settle();
    List<LoopHandle> all = List.of(stopped, queued, woken, keptBack);
    all.forEach(handle -> cancel(handle.loopId()));
    harness.settle();
    assertThat(all)
        .allSatisfy(
            handle ->
                assertThat(Failures.of(handle.result()))
                    .isInstanceOf(LoopCancelledException.class));
    assertThat(Failures.of(answer)).isInstanceOf(LoopCancelledException.class);
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
    thaw();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void refusesAFreezeOfWhatIsFrozenAndAThawOfWhatIsNot() {
    assertThat(Failures.of(harness.runtime().thaw(ScriptLoop.KIND, false)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("script is not frozen");
    freeze(FreezeMode.DRAIN);
    assertThat(Failures.of(freeze(FreezeMode.BOUNDARY)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("script is frozen already; thaw it first");
    assertThat(Failures.of(harness.runtime().freeze("rollback", FreezeMode.DRAIN)))
        .isInstanceOf(UnknownKindException.class);
    assertThat(harness.faults()).isEmpty();
  }

  @Test
  void takesStatesThroughTheLossOfTheirCachesIfTheThawSaysSo() {
    for (boolean cachesLost : List.of(false, true)) {
      RuntimeHarness fresh = new RuntimeHarness();
      fresh.submit("a", "w w w");
      fresh.runtime().turn();
      fresh.runtime().turn();
      fresh.runtime().freeze(ScriptLoop.KIND, FreezeMode.BOUNDARY);
      fresh.settle();
      fresh.runtime().thaw(ScriptLoop.KIND, cachesLost);
      fresh.settle();
      assertThat(fresh.executor().batches())
          .extracting(batch -> ((ScriptWork.Compute) batch.getFirst().plan().payload()).cached())
          .containsExactly(0L, 1L, cachesLost ? 0L : 2L);
    }
  }

  @Test
  void letsOtherKindsGoOn() {
    harness.submit("a", "w w");
    freeze(FreezeMode.BOUNDARY);
    LoopHandle other = harness.submit(RuntimeHarness.OTHER_KIND, "b", ScriptRequest.of("w w"));
    harness.settle();
    assertThat(other.result()).isCompleted();
    assertThat(steps("a")).isEmpty();
  }

  @Test
  void endsAWaitForQuietThatAThawOvertakes() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w w");
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    harness.settle();
    thaw();
    assertThat(quiet).isCancelled();
    harness.executor().unhold();
    harness.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void letsWhoeverIsToldOfQuietThawAtOnce() {
    LoopHandle handle = harness.submit("a", "w w w");
    harness.runtime().turn();
    harness.runtime().freeze(RuntimeHarness.FOREIGN_KIND, FreezeMode.DRAIN);
    freeze(FreezeMode.BOUNDARY)
        .thenRun(
            () -> {
              harness.runtime().thaw(ScriptLoop.KIND, true);
              harness.runtime().thaw(RuntimeHarness.FOREIGN_KIND, true);
            });
    harness.settle();
    assertThat(harness.faults()).isEmpty();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void answersFreezesAndThawsWhenItStops() {
    harness.executor().hold();
    harness.submit("a", "w");
    harness.settle();
    CompletableFuture<Void> quiet = freeze(FreezeMode.BOUNDARY);
    harness.runtime().stop();
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    answers.add(quiet);
    answers.add(freeze(FreezeMode.DRAIN));
    answers.add(harness.runtime().thaw(ScriptLoop.KIND, false));
    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(Failures.of(answer)).isInstanceOf(RuntimeStoppedException.class));
  }

  @Test
  void plansAStepAgainThatWaitsForADeviceWhenAThawLosesTheCaches() {
    harness.executor().hold();
    harness.submit("a", "d:x");
    LoopHandle b = harness.submit("b", "w d:x");
    harness.settle();
    harness.executor().answerHeld("b");
    harness.settle();
    freeze(FreezeMode.BOUNDARY);
    harness.runtime().thaw(ScriptLoop.KIND, true);
    harness.executor().unhold();
    harness.settle();
    assertThat(b.result()).isCompleted();
    assertThat(harness.executor().batches())
        .extracting(batch -> ((ScriptWork.Compute) batch.getFirst().plan().payload()).cached())
        .containsOnly(0L);
  }
}
