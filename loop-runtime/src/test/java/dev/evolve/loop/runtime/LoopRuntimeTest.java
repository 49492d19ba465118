package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.runtime.LoopException.DuplicateLoopException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import dev.evolve.loop.runtime.LoopException.UnknownKindException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.SimulatedTime;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopRuntimeTest {

  private final RuntimeHarness harness = new RuntimeHarness();

  @Test
  void drivesALoopToItsResult() {
    LoopHandle handle = harness.submit("a", "w w w");
    harness.settle();
    assertThat(handle.result().join().artifacts()).containsKey("digest");
    assertThat(harness.store().commits("a"))
        .extracting(c -> c.checkpoint().stepIndex(), c -> c.checkpoint().status())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0L, Status.RUNNING),
            org.assertj.core.groups.Tuple.tuple(1L, Status.RUNNING),
            org.assertj.core.groups.Tuple.tuple(2L, Status.RUNNING),
            org.assertj.core.groups.Tuple.tuple(3L, Status.RUNNING),
            org.assertj.core.groups.Tuple.tuple(3L, Status.FINISHED));
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void acceptsALoopOnlyAfterItsFirstStateIsStored() {
    LoopHandle handle = harness.submit("a", "w");
    assertThat(handle.accepted()).isCompleted();
    assertThat(harness.store().latest("a").orElseThrow().stepIndex()).isZero();
    assertThat(harness.executor().batches()).isEmpty();
  }

  @Test
  void storesAStepsEventsThenEmitsPlanBeforeResult() {
    harness.submit("a", "w");
    harness.settle();
    assertThat(harness.store().commits("a").get(1).events())
        .extracting(StreamChunk::data)
        .containsExactly("plan-0", "result-0");
    assertThat(harness.emitter().of("a"))
        .extracting(StreamChunk::data)
        .containsExactly("say-0", "plan-0", "result-0");
  }

  @Test
  void emitsNothingOfAStepThatIsNotStored() {
    harness.submit("a", "w");
    harness.store().setAway(true);
    harness.settle();
    assertThat(harness.emitter().of("a")).isEmpty();
  }

  @Test
  void refusesADuplicateId() {
    harness.submit("a", "s:go");
    LoopHandle second = harness.submit("a", "w");
    assertThatThrownBy(() -> second.accepted().join())
        .hasCauseInstanceOf(DuplicateLoopException.class);
    assertThat(second.result()).isCompletedExceptionally();
    assertThat(harness.store().commits("a")).hasSize(1);
  }

  @Test
  void refusesAnUnknownKindAndNamesTheKnownOnes() {
    LoopHandle handle =
        harness
            .runtime()
            .submit(Submission.serve("campaign", "a", "anything", RuntimeHarness.MODEL, 1));
    assertThatThrownBy(() -> handle.accepted().join())
        .hasCauseInstanceOf(UnknownKindException.class)
        .hasMessageContaining("known kinds are [foreign, other, script]");
  }

  @Test
  void failsASubmissionWhoseRequestTheLoopDoesNotTake() {
    LoopHandle handle =
        harness
            .runtime()
            .submit(Submission.serve(ScriptLoop.KIND, "a", "no script", RuntimeHarness.MODEL, 1));
    assertThatThrownBy(() -> handle.accepted().join())
        .hasCauseInstanceOf(LoopFailedException.class);
    assertThat(harness.store().commits()).isEmpty();
  }

  @Test
  void handsPlansOfEqualBatchKeyToOneCall() {
    harness.submit("a", "w");
    harness.submit("b", "w:other");
    harness.submit("c", "w");
    harness.settle();
    assertThat(harness.executor().batches())
        .extracting(batch -> batch.stream().map(work -> work.context().loopId()).toList())
        .containsExactly(List.of("a", "c"), List.of("b"));
  }

  @Test
  void splitsABatchAtItsLimit() {
    RuntimeHarness small =
        new RuntimeHarness(
            RuntimeLimits.defaults().withTurns(new RuntimeLimits.Turns(100, 100, 100, 2)));
    IntStream.range(0, 5).forEach(i -> small.submit("l" + i, "w"));
    small.settle();
    assertThat(small.executor().batches()).extracting(List::size).containsExactly(2, 2, 1);
  }

  @Test
  void finishesWithTheSameBytesWhereverItIsStopped() {
    String script = "w w:k m:0 w w";
    harness.submit("a", script);
    harness.settle();
    Checkpoint whole = harness.store().latest("a").orElseThrow();
    List<String> events = harness.store().events("a");
    for (int stop = 0; stop <= 5; stop++) {
      InMemoryCheckpointStore store = new InMemoryCheckpointStore();
      RuntimeHarness first = stoppedAfter(stop, script, store);
      RuntimeHarness second = first.restarted();
      LoopHandle handle = second.runtime().restore().getFirst();
      second.settle();
      assertThat(handle.result()).as("stopped after %d", stop).isCompleted();
      Checkpoint last = store.latest("a").orElseThrow();
      assertThat(last.state()).isEqualTo(whole.state());
      assertThat(last.status()).isEqualTo(Status.FINISHED);
      assertThat(store.events("a")).isEqualTo(events);
    }
  }

  /** Crashes after a step was executed, but before it was stored: the step is done again. */
  private static RuntimeHarness stoppedAfter(
      int steps, String script, InMemoryCheckpointStore store) {
    RuntimeHarness harness =
        new RuntimeHarness(new SimulatedTime(), store, RuntimeLimits.defaults());
    store.goAwayAfter(steps + 1);
    harness.submit("a", script);
    harness.settle();
    store.setAway(false);
    return harness;
  }

  @Test
  void restoresNothingWhenAStoredKindIsUnknown() {
    InMemoryCheckpointStore store = new InMemoryCheckpointStore();
    store.put(new Checkpoint("a", ScriptLoop.KIND, 0, Status.RUNNING, new byte[0]));
    store.put(new Checkpoint("b", "rollback", 0, Status.RUNNING, new byte[0]));
    RuntimeHarness restarted =
        new RuntimeHarness(new SimulatedTime(), store, RuntimeLimits.defaults());
    assertThatThrownBy(() -> restarted.runtime().restore())
        .isInstanceOf(UnknownKindException.class)
        .hasMessageContaining("b (rollback)");
    assertThat(restarted.runtime().usage().loops()).isZero();
  }

  @Test
  void leavesAnUnreadableCheckpointAloneAndRestoresTheOthers() {
    RuntimeHarness first = new RuntimeHarness();
    first.submit("good", "s:go");
    byte[] broken = "broken".getBytes(StandardCharsets.UTF_8);
    first.store().put(new Checkpoint("bad", ScriptLoop.KIND, 0, Status.RUNNING, broken));
    RuntimeHarness second = first.restarted();
    List<LoopHandle> handles = second.runtime().restore();
    second.settle();
    assertThat(handles).extracting(LoopHandle::loopId).containsExactly("good", "bad");
    assertThat(handles.get(1).result()).isCompletedExceptionally();
    assertThat(second.runtime().usage().parked()).isEqualTo(1);
    assertThat(first.store().latest("bad").orElseThrow().state()).isEqualTo(broken);
  }

  @Test
  void belongsToOneThread() throws InterruptedException {
    harness.submit("a", "w");
    Throwable[] caught = new Throwable[1];
    Thread other =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((thread, e) -> caught[0] = e)
            .start(() -> harness.runtime().turn());
    other.join();
    assertThat(caught[0])
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the runtime belongs to thread");
  }

  @Test
  void givesEveryReadyLoopOneStepATurn() {
    harness.submit("long", "w w w w w w w w w w");
    IntStream.range(0, 50).forEach(i -> harness.submit("short" + i, "w"));
    harness.runtime().turn();
    assertThat(harness.executor().batches().getFirst()).hasSize(51);
    harness.runtime().turn();
    assertThat(harness.executor().batches().get(1))
        .extracting(work -> work.context().loopId())
        .containsExactly("long");
  }

  @Test
  void keepsALongLoopMovingBesideManyThatComeAndGo() {
    RuntimeHarness narrow =
        new RuntimeHarness(
            RuntimeLimits.defaults().withTurns(new RuntimeLimits.Turns(100, 4, 100, 100)));
    LoopHandle longLoop = narrow.submit("long", "w w w w w w w w w w");
    int turns = 0;
    for (int i = 0; !longLoop.result().isDone(); i++, turns++) {
      narrow.submit("s" + 2 * i, "w");
      narrow.submit("s" + (2 * i + 1), "w");
      narrow.runtime().turn();
    }
    assertThat(turns).isLessThan(60);
  }

  @Test
  void stopsDrivingWhenItIsFenced() {
    LoopHandle a = harness.submit("a", "w w");
    LoopHandle b = harness.submit("b", "s:go");
    harness.settle();
    LoopHandle c = harness.submit("c", "w w w");
    harness.runtime().turn();
    harness.store().setFenced(true);
    harness.settle();
    assertThat(harness.faults()).hasSize(1);
    assertThat(a.result()).isCompleted();
    for (LoopHandle stopped : List.of(b, c)) {
      assertThatThrownBy(() -> stopped.result().join())
          .hasCauseInstanceOf(RuntimeStoppedException.class);
    }
    int batches = harness.executor().batches().size();
    assertThat(harness.runtime().turn()).isEqualTo(Turn.IDLE);
    assertThat(harness.executor().batches()).hasSize(batches);
    assertThat(harness.submit("d", "w").accepted()).isCompletedExceptionally();
  }

  @Test
  void advancesOnceHoweverLongTheStoreIsAway() {
    LoopHandle handle = harness.submit("a", "w w");
    harness.submit("b", "s:go");
    harness.runtime().turn();
    harness.store().setAway(true);
    harness.settle();
    assertThat(harness.submit("c", "w").accepted()).isCompletedExceptionally();
    assertThat(harness.signal("b", "go", "")).isCompletedExceptionally();
    assertThat(harness.runtime().usage().commitsPending()).isEqualTo(1);
    Turn turn = harness.runtime().turn();
    for (int i = 0; i < 10; i++) {
      harness.time().advanceTo(turn.wake().orElseThrow());
      turn = harness.runtime().turn();
    }
    harness.store().setAway(false);
    harness.settleOverTime();
    assertThat(handle.result()).isCompleted();
    assertThat(harness.executor().batches()).hasSize(2);
    assertThat(harness.store().events("a"))
        .containsExactly("plan-0", "result-0", "plan-1", "result-1");
    assertThat(harness.submit("c", "w").accepted()).isCompleted();
  }

  @Test
  void triesAgainAfterPausesThatGrowToALimit() {
    RuntimeLimits.Retry retry = RuntimeLimits.defaults().retry();
    assertThat(IntStream.rangeClosed(1, 8).mapToObj(retry::pauseAfter))
        .extracting(pause -> pause.toMillis())
        .containsExactly(100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L);
  }

  @Test
  void acceptsAgainOnceThePauseIsOverThoughNothingWaits() {
    harness.store().setAway(true);
    assertThat(harness.submit("a", "w").accepted()).isCompletedExceptionally();
    harness.store().setAway(false);
    assertThat(harness.submit("a", "w").accepted()).isCompletedExceptionally();
    harness.time().advance(RuntimeLimits.defaults().retry().first());
    assertThat(harness.submit("a", "w").accepted()).isCompleted();
  }
}
