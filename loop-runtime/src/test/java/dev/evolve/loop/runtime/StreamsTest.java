package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptState;
import dev.evolve.loop.sim.ScriptWork;
import dev.evolve.loop.sim.SimulatedGroupStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** What leaves the runtime beside results: chunks, behaviours, artifacts, news for observers. */
class StreamsTest {

  private final RuntimeHarness harness = new RuntimeHarness();

  private static List<String> emitted(RuntimeHarness harness, String loopId) {
    return harness.emitter().of(loopId).stream().map(StreamChunk::data).toList();
  }

  @Test
  void mutesOneStreamOfOneLoopAndStoresItsEventsAllTheSame() {
    harness.submit("a", "w w");
    harness.submit("b", "w w");
    assertThat(harness.runtime().cancel(new CancelScope.StreamScope("a", "events"), "gone").join())
        .containsExactly("a");
    harness.settle();
    assertThat(emitted(harness, "a")).containsExactly("say-0", "say-1");
    assertThat(emitted(harness, "b")).hasSize(6);
    assertThat(harness.store().events("a"))
        .containsExactly("plan-0", "result-0", "plan-1", "result-1");
    assertThat(harness.store().latest("a").orElseThrow().stepIndex()).isEqualTo(2);
  }

  @Test
  void mutesOnlyWhatIsEmittedLater() {
    harness.submit("a", "w s:go");
    harness.settle();
    harness.runtime().cancel(new CancelScope.StreamScope("a", "text"), "gone");
    harness.signal("a", "go", "now");
    harness.settle();
    assertThat(emitted(harness, "a"))
        .containsExactly("say-0", "plan-0", "result-0", "plan-1", "result-1");
  }

  @Test
  void reachesNobodyWithTheStreamOfALoopThatThereIsNot() {
    assertThat(harness.runtime().cancel(new CancelScope.StreamScope("a", "text"), "gone").join())
        .isEmpty();
  }

  /** Captures a behaviour at every step, whatever the profile. */
  private static void capture(List<WorkExecutor.Work> batch) {
    for (WorkExecutor.Work work : batch) {
      String id = work.context().loopId();
      long step = work.context().stepIndex();
      BehaviorRecord behavior = new BehaviorRecord(id, step, 1, "1", "{}");
      work.completion()
          .succeed(
              StepResult.of(new ScriptWork.Computed(step), Duration.ZERO).withBehavior(behavior));
    }
  }

  @Test
  void handsBehavioursOverInRolloutsAndTrainingOnly() {
    RuntimeHarness capturing =
        new RuntimeHarness(new RuntimeHarness.Setup().with(StreamsTest::capture));
    for (ExecutionProfile profile : ExecutionProfile.values()) {
      capturing
          .runtime()
          .submit(
              RuntimeHarness.submission(ScriptLoop.KIND, profile.name(), ScriptRequest.of("w w"))
                  .withProfile(profile));
    }
    capturing.settle();
    assertThat(capturing.behaviors())
        .extracting(record -> record.loopId() + " " + record.stepIndex())
        .containsExactly("ROLLOUT 0", "TRAIN 0", "ROLLOUT 1", "TRAIN 1");
  }

  @Test
  void handsABehaviourOverOnlyOnceItsStepCounts() {
    InMemoryCheckpointStore disk = new InMemoryCheckpointStore();
    SimulatedGroupStore group = new SimulatedGroupStore(disk);
    RuntimeHarness capturing =
        new RuntimeHarness(new RuntimeHarness.Setup().on(group, disk).with(StreamsTest::capture));
    capturing
        .runtime()
        .submit(
            RuntimeHarness.submission(ScriptLoop.KIND, "a", ScriptRequest.of("w"))
                .withProfile(ExecutionProfile.ROLLOUT));
    group.sync();
    capturing.settle();
    assertThat(capturing.behaviors()).isEmpty();
    group.sync();
    capturing.settle();
    assertThat(capturing.behaviors()).hasSize(1);
  }

  @Test
  void deliversPartialArtifactsOfALoopThatFailed() {
    LoopHandle handle = harness.submit("a", "w w x:execute");
    harness.settle();
    LoopFailedException failure = (LoopFailedException) Failures.of(handle.result());
    assertThat(failure.artifacts()).containsEntry("steps", "2");
  }

  @Test
  void deliversPartialArtifactsOfALoopThatWasCancelled() {
    LoopHandle handle = harness.submit("a", "w s:go");
    harness.settle();
    harness.runtime().cancel(new CancelScope.LoopScope("a"), "enough");
    LoopCancelledException failure = (LoopCancelledException) Failures.of(handle.result());
    assertThat(failure.artifacts()).containsEntry("steps", "1");
  }

  @Test
  void endsALoopWhosePartialArtifactsCannotBeMade() {
    ScriptLoop broken =
        new ScriptLoop() {
          @Override
          public SortedMap<String, String> partial(ScriptState state) {
            throw new IllegalStateException("partial was told to throw");
          }
        };
    RuntimeHarness fragile = new RuntimeHarness(new RuntimeHarness.Setup().with(broken));
    LoopHandle failed = fragile.submit("a", "x:execute");
    fragile.settle();
    LoopFailedException failure = (LoopFailedException) Failures.of(failed.result());
    assertThat(failure).hasMessageContaining("the step was told to fail");
    assertThat(failure.artifacts()).isEmpty();
    assertThat(fragile.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void tellsTheOtherObserversWhenOneOfThemThrows() {
    List<String> told = new ArrayList<>();
    RuntimeObserver throwing =
        new RuntimeObserver() {
          @Override
          public void loopFinished(String loopId, String kind, String outcome) {
            throw new IllegalStateException("an observer that fails");
          }
        };
    RuntimeHarness watched =
        new RuntimeHarness(
            new RuntimeHarness.Setup()
                .watchedBy(
                    RuntimeObserver.all(
                        new Telling("first", told), throwing, new Telling("second", told))));
    LoopHandle handle = watched.submit("a", "w");
    watched.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(told).containsExactly("first finished a", "second finished a");
  }

  private record Telling(String name, List<String> told) implements RuntimeObserver {
    @Override
    public void loopFinished(String loopId, String kind, String outcome) {
      told.add(name + " finished " + loopId);
    }
  }

  @Test
  void ignoresAnswersThatComeAfterItHasStopped() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    harness.runtime().stop();
    harness.executor().release();
    assertThat(harness.runtime().turn()).isEqualTo(Turn.IDLE);
    assertThat(handle.result()).isCompletedExceptionally();
    assertThat(harness.store().latest("a").orElseThrow().stepIndex()).isZero();
    assertThat(harness.emitter().of("a")).isEmpty();
  }

  @Test
  void takesOneAnswerOfManyThreads() throws InterruptedException {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    WorkExecutor.Completion completion = harness.executor().held().getFirst().completion();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long value = i;
      StepResult result = StepResult.of(new ScriptWork.Computed(value), Duration.ZERO);
      threads.add(Thread.ofPlatform().start(() -> completion.succeed(result)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    harness.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(harness.store().commits("a")).hasSize(3);
  }
}
