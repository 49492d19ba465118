package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.SimulatedTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One loop's failure or cancellation touches no other loop. */
class IsolationTest {

  private final RuntimeHarness harness = new RuntimeHarness();

  @ParameterizedTest
  @ValueSource(strings = {"x:next", "x:advance", "x:execute"})
  void failsALoopAndNoneOfItsNeighbours(String fault) {
    LoopHandle before = harness.submit("before", "w w w");
    LoopHandle failing = harness.submit("failing", "w " + fault + " w");
    LoopHandle after = harness.submit("after", "w w w");
    harness.settle();
    assertThat(before.result()).isCompleted();
    assertThat(after.result()).isCompleted();
    assertThat(Failures.of(failing.result()))
        .isInstanceOf(LoopFailedException.class)
        .hasMessageContaining("failing failed");
    Checkpoint last = harness.store().latest("failing").orElseThrow();
    assertThat(last.status()).isEqualTo(Status.FAILED);
    assertThat(last.stepIndex()).isEqualTo(1);
  }

  @Test
  void storesAndEmitsTheLastWordsOfALoopThatFails() {
    harness.submit("a", "x:execute");
    harness.settle();
    assertThat(harness.store().events("a"))
        .singleElement()
        .asString()
        .startsWith("FAILED: a failed: step 0 (step 0): the step was told to fail");
    assertThat(harness.emitter().of("a"))
        .extracting(StreamChunk::data)
        .isEqualTo(harness.store().events("a"));
  }

  @Test
  void failsTheUnansweredWorksOfACallThatThrows() {
    harness.executor().throwAlways();
    LoopHandle a = harness.submit("a", "w");
    LoopHandle b = harness.submit("b", "w");
    LoopHandle waiting = harness.submit("c", "s:go");
    harness.settle();
    assertThat(a.result()).isCompletedExceptionally();
    assertThat(b.result()).isCompletedExceptionally();
    assertThat(waiting.result()).isNotDone();
  }

  @Test
  void failsALoopWhoseStepTheStoreRefusesForGood() {
    LoopHandle a = harness.submit("a", "w");
    LoopHandle b = harness.submit("b", "w");
    harness.store().refuse("a");
    harness.settle();
    assertThat(Failures.of(a.result())).hasMessageContaining("is too large");
    assertThat(b.result()).isCompleted();
    assertThat(harness.store().latest("a").orElseThrow().status()).isEqualTo(Status.RUNNING);
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void takesOnlyTheFirstAnswerOfAStep() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w w");
    harness.settle();
    WorkExecutor.Work work = harness.executor().held().getFirst();
    ScriptExecutor.answer(work);
    work.completion().fail(new IllegalStateException("too late"));
    ScriptExecutor.answer(work);
    harness.executor().unhold();
    harness.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(harness.store().commits("a")).hasSize(4);
  }

  @Test
  void cancelsAWholeGroupAndNobodyElse() {
    List<String> ids = List.of("s1", "s1/r1/decode", "s1/r2", "s10", "s2/r1");
    ids.forEach(id -> harness.submit(id, "s:go"));
    harness.settle();
    assertThat(
            harness.runtime().cancel(new CancelScope.GroupScope("s1"), "the session closed").join())
        .containsExactly("s1", "s1/r1/decode", "s1/r2");
    harness.settle();
    assertThat(harness.runtime().usage().loops()).isEqualTo(2);
    assertThat(harness.store().latest("s1/r2").orElseThrow().status()).isEqualTo(Status.CANCELLED);
    assertThat(harness.store().events("s1/r2")).containsExactly("CANCELLED: the session closed");
  }

  @Test
  void cancelsARunningStepAtItsBoundaryAndKeepsWhatItDid() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w w");
    harness.settle();
    WorkExecutor.Work work = harness.executor().held().getFirst();
    assertThat(work.context().cancellation().isCancelled()).isFalse();
    harness.runtime().cancel(new CancelScope.LoopScope("a"), "enough");
    assertThat(work.context().cancellation().isCancelled()).isTrue();
    harness.settle();
    assertThat(handle.result()).isNotDone();
    harness.executor().unhold();
    harness.settle();
    assertThat(Failures.of(handle.result()))
        .isInstanceOf(LoopCancelledException.class)
        .hasMessage("a was cancelled: enough");
    assertThat(harness.store().latest("a").orElseThrow().stepIndex()).isEqualTo(1);
    assertThat(harness.executor().batches()).hasSize(1);
  }

  @Test
  void takesAStepThatGivesUpWhenCancelledForACancel() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w w");
    harness.settle();
    harness.runtime().cancel(new CancelScope.LoopScope("a"), "enough");
    harness.executor().held().getFirst().completion().fail(new IllegalStateException("gave up"));
    harness.settle();
    assertThat(Failures.of(handle.result())).isInstanceOf(LoopCancelledException.class);
    assertThat(harness.store().latest("a").orElseThrow().status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  void failsALoopWhoseStepRefusesASignalThatNobodySent() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    harness
        .executor()
        .held()
        .getFirst()
        .completion()
        .refuseSignal(new dev.evolve.loop.port.SignalRefusedException("no", "no"));
    harness.settle();
    assertThat(Failures.of(handle.result())).isInstanceOf(LoopFailedException.class);
  }

  @Test
  void goesOnWhenObserverOrListenerThrow() {
    RuntimeObserver observer =
        new RuntimeObserver() {
          @Override
          public void stepCompleted(Step step) {
            throw new IllegalStateException("an observer that fails");
          }
        };
    RuntimeHarness watched =
        new RuntimeHarness(
            new SimulatedTime(), new InMemoryCheckpointStore(), RuntimeLimits.defaults(), observer);
    LoopHandle handle = watched.submit("a", "w w");
    watched.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void tellsTheObserverWhatHappens() {
    List<String> told = new ArrayList<>();
    RuntimeHarness watched =
        new RuntimeHarness(
            new SimulatedTime(),
            new InMemoryCheckpointStore(),
            RuntimeLimits.defaults(),
            new Telling(told));
    watched.submit("a", "w");
    watched.submit("b", "x:execute");
    watched.settle();
    watched.store().setAway(true);
    watched.submit("c", "w");
    watched.store().setAway(false);
    watched.time().advance(RuntimeLimits.defaults().retry().longest());
    watched.submit("c", "s:go");
    watched.runtime().cancel(new CancelScope.LoopScope("c"), "enough");
    watched.settle();
    assertThat(told)
        .containsExactly(
            "accepted a",
            "started a",
            "accepted b",
            "started b",
            "batch 2",
            "step a 0",
            "failed b",
            "finished a",
            "away",
            "back",
            "accepted c",
            "started c",
            "cancelled c");
  }

  private record Telling(List<String> told) implements RuntimeObserver {

    @Override
    public void loopAccepted(String loopId, String kind, boolean restored) {
      told.add("accepted " + loopId);
    }

    @Override
    public void loopStarted(String loopId, String kind) {
      told.add("started " + loopId);
    }

    @Override
    public void stepCompleted(Step step) {
      told.add("step " + step.loopId() + " " + step.stepIndex());
    }

    @Override
    public void loopFinished(String loopId, String kind, String outcome) {
      told.add("finished " + loopId);
    }

    @Override
    public void loopFailed(String loopId, String kind, Throwable cause) {
      told.add("failed " + loopId);
    }

    @Override
    public void loopCancelled(String loopId, String kind, String reason) {
      told.add("cancelled " + loopId);
    }

    @Override
    public void batchDispatched(dev.evolve.loop.WorkUnitKind unit, int size) {
      told.add("batch " + size);
    }

    @Override
    public void storeAway(Throwable cause) {
      told.add("away");
    }

    @Override
    public void storeBack() {
      told.add("back");
    }
  }
}
