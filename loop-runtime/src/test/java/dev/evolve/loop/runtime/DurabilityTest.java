package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.SimulatedGroupStore;
import dev.evolve.loop.sim.SimulatedTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nothing counts before it is as safe as its kind's settings say. */
class DurabilityTest {

  private final InMemoryCheckpointStore disk = new InMemoryCheckpointStore();
  private final SimulatedGroupStore group = new SimulatedGroupStore(disk);
  private final RuntimeHarness harness =
      new RuntimeHarness(new RuntimeHarness.Setup().on(group, disk));

  private void settleAndSync() {
    harness.settle();
    while (!group.volatileCommits().isEmpty()) {
      group.sync();
      harness.settle();
    }
  }

  private List<String> emitted(String loopId) {
    return harness.emitter().of(loopId).stream().map(StreamChunk::data).toList();
  }

  @Test
  void neverTouchesTheStoreForLoopsInMemory() {
    InMemoryCheckpointStore away = new InMemoryCheckpointStore();
    away.setAway(true);
    RuntimeHarness inMemory =
        new RuntimeHarness(new RuntimeHarness.Setup().on(away, away).with(LoopSettings.IN_MEMORY));
    LoopHandle done = inMemory.submit("a", "w s:go w");
    LoopHandle failed = inMemory.submit("b", "w x:execute");
    LoopHandle cancelled = inMemory.submit("c", "s:go");
    inMemory.settle();
    inMemory.signal("a", "go", "now");
    inMemory.runtime().cancel(new CancelScope.LoopScope("c"), "enough");
    inMemory.settle();
    assertThat(done.result()).isCompleted();
    assertThat(failed.result()).isCompletedExceptionally();
    assertThat(cancelled.result()).isCompletedExceptionally();
    assertThat(inMemory.emitter().of("a")).hasSize(9);
    assertThat(inMemory.emitter().of("c"))
        .extracting(StreamChunk::data)
        .containsExactly("CANCELLED: enough");
    away.setAway(false);
    assertThat(away.commits()).isEmpty();
    assertThat(inMemory.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void emitsAndAdvancesOnlyWhatIsDurable() {
    LoopHandle handle = harness.submit("a", "w w");
    group.sync();
    harness.settle();
    assertThat(harness.executor().batches()).hasSize(1);
    assertThat(emitted("a")).isEmpty();
    assertThat(harness.runtime().usage().commitsPending()).isEqualTo(1);
    group.sync();
    harness.settle();
    assertThat(emitted("a")).containsExactly("say-0", "plan-0", "result-0");
    assertThat(harness.executor().batches()).hasSize(2);
    settleAndSync();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void answersASignalAndAResultOnlyWhenTheyAreDurable() {
    LoopHandle handle = harness.submit("a", "s:go");
    settleAndSync();
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "now");
    harness.settle();
    assertThat(answer).isNotDone();
    group.sync();
    harness.settle();
    assertThat(answer).isCompleted();
    assertThat(handle.result()).isNotDone();
    group.sync();
    harness.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void acceptsALoopOnlyWhenItsFirstStateIsDurable() {
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    assertThat(handle.accepted()).isNotDone();
    assertThat(harness.executor().batches()).isEmpty();
    group.sync();
    harness.settle();
    assertThat(handle.accepted()).isCompleted();
    assertThat(harness.executor().batches()).hasSize(1);
  }

  @Test
  void endsALoopThatIsCancelledBeforeItsFirstStateIsDurable() {
    RuntimeHarness full =
        new RuntimeHarness(
            new RuntimeHarness.Setup(
                    RuntimeLimits.defaults().withPools(RuntimeLimits.Pools.ofBytes(100)))
                .on(group, disk));
    full.submit("big", new ScriptRequest("s:go", 100, 0));
    group.sync();
    full.settle();
    LoopHandle handle = full.submit("a", new ScriptRequest("w", 50, 0));
    full.settle();
    full.runtime().cancel(new CancelScope.LoopScope("a"), "enough");
    full.settle();
    assertThat(handle.accepted()).isNotDone();
    group.sync();
    full.settle();
    group.sync();
    full.settle();
    assertThat(handle.accepted()).isCompleted();
    assertThat(Failures.of(handle.result())).isInstanceOf(LoopCancelledException.class);
    assertThat(disk.latest("a").orElseThrow().status()).isEqualTo(Status.CANCELLED);
    assertThat(full.executor().batches()).isEmpty();
  }

  @Test
  void needsOneSyncForAllThatATurnAppends() {
    IntStream.range(0, 50).forEach(i -> harness.submit("l" + i, "w w"));
    settleAndSync();
    assertThat(disk.commits()).hasSize(50 * 4);
    assertThat(group.syncs()).isEqualTo(4);
  }

  @Test
  void settlesAsFarAsTheDiskHasCome() {
    harness.submit("a", "w");
    harness.submit("b", "w");
    group.sync();
    harness.settle();
    group.sync(1);
    harness.settle();
    assertThat(emitted("a")).isNotEmpty();
    assertThat(emitted("b")).isEmpty();
  }

  @Test
  void stopsAndEmitsNothingMoreWhenTheDiskFails() {
    LoopHandle handle = harness.submit("a", "w w");
    group.sync();
    harness.settle();
    IllegalStateException broken = new IllegalStateException("the disk is broken");
    group.fail(broken);
    harness.settle();
    assertThat(harness.faults()).containsExactly(broken);
    assertThat(Failures.of(handle.result())).isInstanceOf(RuntimeStoppedException.class);
    group.sync();
    assertThat(harness.runtime().turn()).isEqualTo(Turn.IDLE);
    assertThat(emitted("a")).isEmpty();
    assertThat(harness.executor().batches()).hasSize(1);
  }

  @Test
  void stopsWhenAStoreThatTakesNothingWillNeverBeBack() {
    group.setAway(true);
    group.fail(new IllegalStateException("the disk is gone"));
    LoopHandle handle = harness.submit("a", "w");
    assertThat(handle.accepted()).isCompletedExceptionally();
    assertThat(harness.faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault).hasStackTraceContaining("the disk is gone"));
  }

  @Test
  void countsWhatBecameDurableBeforeTheDiskFailed() {
    harness.submit("a", "w");
    harness.submit("b", "w");
    group.sync();
    harness.settle();
    group.sync(1);
    group.fail(new IllegalStateException("the disk is broken"));
    harness.settle();
    assertThat(emitted("a")).containsExactly("say-0", "plan-0", "result-0");
    assertThat(emitted("b")).isEmpty();
    assertThat(harness.faults()).hasSize(1);
  }

  @Test
  void losesInACrashOnlyWhatWasNotDurable() {
    RuntimeHarness whole = new RuntimeHarness();
    whole.submit("a", "w w w");
    whole.settle();
    harness.submit("a", "w w w");
    group.sync();
    harness.settle();
    group.sync();
    harness.settle();
    assertThat(group.volatileCommits()).hasSize(1);
    RuntimeHarness restarted = harness.restarted();
    LoopHandle handle = restarted.runtime().restore().getFirst();
    restarted.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(restarted.executor().batches().getFirst().getFirst().context().stepIndex())
        .isEqualTo(1);
    assertThat(restarted.stored("a")).isEqualTo(whole.stored("a"));
    assertThat(restarted.store().events("a")).isEqualTo(whole.store().events("a"));
  }

  @Test
  void keepsStepsInOrderWhileTheGroupStoreIsAway() {
    LoopHandle a = harness.submit("a", "w w");
    LoopHandle b = harness.submit("b", "w w");
    group.sync();
    harness.runtime().turn();
    group.setAway(true);
    harness.settle();
    assertThat(harness.runtime().usage().commitsPending()).isEqualTo(2);
    assertThat(harness.submit("c", "w").accepted()).isCompletedExceptionally();
    group.setAway(false);
    harness.settleOverTime();
    settleAndSync();
    assertThat(a.result()).isCompleted();
    assertThat(b.result()).isCompleted();
    assertThat(disk.commits("a")).hasSize(4);
  }

  @Test
  void refusesALoopWhoseFirstStateCanNotBeStored() {
    disk.refuse("a");
    RuntimeHarness plain = new RuntimeHarness(new SimulatedTime(), disk, RuntimeLimits.defaults());
    LoopHandle handle = plain.submit("a", "w");
    assertThat(Failures.of(handle.accepted())).hasMessageContaining("is too large");
    assertThat(plain.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void saysHowLongAStepTookFromHandOverUntilItCounts() {
    long[] seconds = new long[1];
    RuntimeObserver watcher =
        new RuntimeObserver() {
          @Override
          public void stepCompleted(Step step) {
            seconds[0] = step.turnaround().toSeconds();
          }
        };
    RuntimeHarness watched = new RuntimeHarness(new RuntimeHarness.Setup().watchedBy(watcher));
    watched.executor().hold();
    watched.submit("a", "w");
    watched.settle();
    watched.time().advance(java.time.Duration.ofSeconds(7));
    watched.executor().unhold();
    watched.settle();
    assertThat(seconds[0]).isEqualTo(7);
  }
}
