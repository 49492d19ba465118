package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.runtime.LoopException.NotWaitingException;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import dev.evolve.loop.runtime.LoopException.UnknownLoopException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class WaitingTest {

  private final RuntimeHarness harness = new RuntimeHarness();

  @Test
  void answersASignalOnceItsStepIsStored() {
    harness.submit("a", "s:go w");
    harness.settle();
    assertThat(harness.runtime().usage().parked()).isEqualTo(1);
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "now");
    assertThat(answer).isNotDone();
    harness.runtime().turn();
    harness.runtime().turn();
    assertThat(answer.join().emits()).extracting(StreamChunk::data).containsExactly("result-0");
    assertThat(harness.store().events("a")).contains("result-0");
  }

  @Test
  void doesNotAnswerASignalWhileItsStepIsNotStored() {
    harness.submit("a", "s:go");
    harness.settle();
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "now");
    harness.store().setAway(true);
    harness.settle();
    assertThat(answer).isNotDone();
    harness.store().setAway(false);
    harness.settleOverTime();
    assertThat(answer).isCompleted();
  }

  @Test
  void staysParkedWhenTheSignalIsRefused() {
    LoopHandle handle = harness.submit("a", "s:go");
    harness.settle();
    int commits = harness.store().commits().size();
    CompletableFuture<StepResult> refused = harness.signal("a", "go", "refuse");
    harness.settle();
    assertThat(Failures.of(refused)).isInstanceOf(SignalRefusedException.class);
    assertThat(harness.runtime().usage().parked()).isEqualTo(1);
    assertThat(harness.store().commits()).hasSize(commits);
    assertThat(handle.result()).isNotDone();
    harness.signal("a", "go", "now");
    harness.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void refusesASignalThatNobodyWaitsFor() {
    harness.submit("parked", "s:go");
    harness.submit("busy", "w");
    harness.executor().hold();
    harness.settle();
    assertThat(Failures.of(harness.signal("parked", "stop", "")))
        .isInstanceOf(NotWaitingException.class)
        .hasMessageContaining("it waits for Waiting[signals=[go]");
    assertThat(Failures.of(harness.signal("busy", "go", "")))
        .isInstanceOf(NotWaitingException.class)
        .hasMessageContaining("it is busy with: step 0");
    assertThat(Failures.of(harness.signal("nobody", "go", "")))
        .isInstanceOf(UnknownLoopException.class);
    assertThat(Failures.of(harness.signal("parked", Signal.TIMER, "")))
        .isInstanceOf(NotWaitingException.class);
  }

  @Test
  void queuesASecondSignalBehindTheFirst() {
    harness.submit("a", "s:go s:go w");
    harness.settle();
    List<CompletableFuture<StepResult>> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(harness.signal("a", "go", "number " + i));
    }
    harness.settle();
    assertThat(answers.get(0)).isCompleted();
    assertThat(answers.get(1)).isCompleted();
    assertThat(Failures.of(answers.get(2))).isInstanceOf(NotWaitingException.class);
  }

  @Test
  void takesTheSecondSignalWhenTheFirstIsRefused() {
    LoopHandle handle = harness.submit("a", "s:go");
    harness.settle();
    CompletableFuture<StepResult> first = harness.signal("a", "go", "refuse");
    CompletableFuture<StepResult> second = harness.signal("a", "go", "now");
    harness.settle();
    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompleted();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void boundsTheSignalsThatWaitForALoop() {
    RuntimeHarness small =
        new RuntimeHarness(
            RuntimeLimits.defaults().withQueues(new RuntimeLimits.Queues(10, 10, 2, 10)));
    small.submit("a", "s:go");
    small.settle();
    small.signal("a", "go", "now");
    small.signal("a", "go", "queued");
    small.signal("a", "go", "queued");
    assertThat(Failures.of(small.signal("a", "go", "one too many")))
        .isInstanceOf(RuntimeBusyException.class);
  }

  @Test
  void keepsASignalForALoopWhosePlanIsNotMadeYet() {
    harness.submit("a", "s:go");
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "early");
    harness.settle();
    assertThat(answer).isCompleted();
  }

  @Test
  void wakesByTimerAtTheDeadlineAndNotBefore() {
    Instant deadline = SimulatedTime.START.plusSeconds(60);
    LoopHandle handle = harness.submit("a", "s:go@" + deadline.getEpochSecond());
    harness.settle();
    assertThat(harness.runtime().turn().wake()).contains(deadline);
    harness.time().advance(Duration.ofSeconds(60).minusNanos(1));
    harness.settle();
    assertThat(harness.executor().batches()).isEmpty();
    harness.time().advance(Duration.ofNanos(1));
    harness.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(harness.executor().batches().getFirst().getFirst().context().wokenBy())
        .contains(new Signal(Signal.TIMER, ""));
  }

  @Test
  void letsTheDeadlineWinOverASignalThatComesTooLate() {
    Instant deadline = SimulatedTime.START.plusSeconds(60);
    harness.submit("a", "s:go@" + deadline.getEpochSecond() + " w");
    harness.settle();
    harness.time().advanceTo(deadline.plusSeconds(1));
    harness.runtime().turn();
    CompletableFuture<StepResult> late = harness.signal("a", "go", "late");
    harness.settle();
    assertThat(Failures.of(late)).isInstanceOf(NotWaitingException.class);
  }

  @Test
  void wakesInTheOrderOfDeadlines() {
    harness.submit("late", "t@1300");
    harness.submit("early", "t@1100");
    harness.submit("middle", "t@1200");
    harness.settleOverTime();
    assertThat(harness.executor().batches())
        .extracting(batch -> batch.getFirst().context().loopId())
        .containsExactly("early", "middle", "late");
  }

  @Test
  void waitsOnAfterARestart() {
    harness.submit("signal", "w s:go w");
    harness.submit("timer", "w t@2000 w");
    harness.settle();
    RuntimeHarness restarted = harness.restarted();
    List<LoopHandle> handles = restarted.runtime().restore();
    restarted.settle();
    assertThat(restarted.runtime().usage().parked()).isEqualTo(2);
    assertThat(restarted.executor().batches()).isEmpty();
    restarted.signal("signal", "go", "now");
    restarted.settleOverTime();
    assertThat(handles).allSatisfy(handle -> assertThat(handle.result()).isCompleted());
  }

  @Test
  void firesADeadlineThatPassedWhileItWasDown() {
    harness.submit("a", "t@2000");
    harness.settle();
    harness.time().advanceTo(Instant.ofEpochSecond(3_000));
    RuntimeHarness restarted = harness.restarted();
    LoopHandle handle = restarted.runtime().restore().getFirst();
    restarted.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void answersSignalsOfALoopThatFailsOrIsCancelled() {
    harness.submit("a", "s:go");
    harness.submit("b", "s:go");
    harness.settle();
    CompletableFuture<StepResult> failing = harness.signal("a", "go", "fail");
    CompletableFuture<StepResult> behind = harness.signal("a", "go", "behind");
    harness.executor().hold();
    CompletableFuture<StepResult> cancelled = harness.signal("b", "go", "refuse");
    harness.runtime().turn();
    harness.runtime().cancel(new CancelScope.LoopScope("b"), "no longer wanted");
    harness.executor().unhold();
    harness.settle();
    assertThat(Failures.of(failing)).isInstanceOf(LoopFailedException.class);
    assertThat(Failures.of(behind)).isInstanceOf(NotWaitingException.class);
    assertThat(Failures.of(cancelled)).isInstanceOf(SignalRefusedException.class);
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void answersASignalThatWaitedForResourcesWhenItsLoopIsCancelled() {
    RuntimeHarness narrow =
        new RuntimeHarness(
            RuntimeLimits.defaults().withTurns(new RuntimeLimits.Turns(100, 100, 1, 10)));
    narrow.executor().hold();
    narrow.submit("a", "s:go");
    narrow.settle();
    narrow.submit("b", "w");
    narrow.settle();
    CompletableFuture<StepResult> waiting = narrow.signal("a", "go", "now");
    narrow.settle();
    narrow.runtime().cancel(new CancelScope.LoopScope("a"), "no longer wanted");
    assertThat(Failures.of(waiting)).isInstanceOf(LoopCancelledException.class);
  }

  @Test
  void refusesAWaitThatNothingCanEndOrThatNamesTheTimer() {
    Assertions.assertThrows(IllegalArgumentException.class, () -> new Waiting(List.of(), null));
    Assertions.assertThrows(
        IllegalArgumentException.class, () -> new Waiting(List.of(Signal.TIMER), null));
  }

  @Test
  void tellsTheObserverWhenALoopParks() {
    List<String> parked = new ArrayList<>();
    RuntimeObserver observer =
        new RuntimeObserver() {
          @Override
          public void loopParked(String loopId, String kind, @Nullable Instant until) {
            parked.add(loopId + " " + until);
          }
        };
    RuntimeHarness watched =
        new RuntimeHarness(
            new SimulatedTime(), new InMemoryCheckpointStore(), RuntimeLimits.defaults(), observer);
    watched.submit("a", "s:go");
    watched.submit("b", "t@2000");
    watched.settle();
    assertThat(parked).containsExactly("a null", "b 1970-01-01T00:33:20Z");
  }
}
