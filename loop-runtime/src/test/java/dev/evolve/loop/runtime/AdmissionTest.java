package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptRequest;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {

  private static final CancelScope.LoopScope A = new CancelScope.LoopScope("a");

  private final RuntimeHarness harness =
      new RuntimeHarness(
          RuntimeLimits.defaults().withPools(new RuntimeLimits.Pools(120, 10, new TreeMap<>())));

  @Test
  void finishesTwoThatFitAloneButNotTogetherOneAfterTheOther() {
    LoopHandle a = harness.submit("a", new ScriptRequest("m:50 m:50", 60, 50));
    LoopHandle b = harness.submit("b", new ScriptRequest("m:50 m:50", 60, 50));
    assertThat(harness.runtime().usage().queued()).isEqualTo(1);
    harness.settle();
    assertThat(a.result()).isCompleted();
    assertThat(b.result()).isCompleted();
    assertThat(harness.executor().batches())
        .extracting(batch -> batch.getFirst().context().loopId())
        .containsExactly("a", "a", "b", "b");
  }

  @Test
  void refusesAtOnceWhatCanNeverFitAndSaysTheFigures() {
    LoopHandle handle = harness.submit("a", new ScriptRequest("m:50", 80, 50));
    assertThat(Failures.of(handle.accepted()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining("130 memory bytes wanted, 120 in all");
    assertThat(harness.store().commits()).isEmpty();
    assertNothingHeld();
  }

  @Test
  void leavesALoopThatNoLongerFitsInTheStore() {
    RuntimeHarness ample = new RuntimeHarness();
    ample.submit("a", new ScriptRequest("s:go", 80, 50));
    RuntimeHarness tight =
        new RuntimeHarness(
            ample.time(),
            ample.store(),
            RuntimeLimits.defaults().withPools(RuntimeLimits.Pools.ofBytes(120)));
    LoopHandle handle = tight.runtime().restore().getFirst();
    assertThat(Failures.of(handle.result())).isInstanceOf(NeverFitsException.class);
    assertThat(ample.store().latest("a").orElseThrow().status()).isEqualTo(Status.RUNNING);
  }

  @Test
  void failsAStepThatAsksForMoreThanItsLoopDeclared() {
    LoopHandle handle = harness.submit("a", new ScriptRequest("m:51", 60, 50));
    harness.settle();
    assertThat(Failures.of(handle.result()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining("worstPeakBytes=50");
    assertNothingHeld();
  }

  @Test
  void failsAStepWhoseComputeCanNeverFit() {
    LoopHandle handle = harness.submit("a", "c:10.5");
    harness.settle();
    assertThat(Failures.of(handle.result()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining("10500000 compute microseconds wanted, 10000000 in all");
    assertNothingHeld();
  }

  @Test
  void gatesComputeAndRefundsItExactly() {
    harness.executor().hold();
    harness.submit("a", "c:6");
    harness.submit("b", "c:6 c:0.1 c:0.2");
    harness.settle();
    assertThat(heldLoops()).containsExactly("a");
    harness.executor().release();
    harness.settle();
    assertThat(heldLoops()).containsExactly("b");
    harness.executor().unhold();
    harness.settle();
    assertNothingHeld();
  }

  @Test
  void givesADeviceToOneStepAtATimeAndTakesSeveralTogether() {
    harness.executor().hold();
    harness.submit("a", "d:x,y");
    harness.submit("b", "d:y,x");
    harness.submit("c", "d:y");
    harness.submit("d", "d:z");
    harness.settle();
    assertThat(heldLoops()).containsExactly("a", "d");
    harness.executor().release();
    harness.settle();
    assertThat(heldLoops()).containsExactly("b");
    harness.executor().release();
    harness.settle();
    assertThat(heldLoops()).containsExactly("c");
    harness.executor().unhold();
    harness.settle();
    assertNothingHeld();
  }

  @Test
  void doesNotStarveAStepThatNeedsTwoDevices() {
    LoopHandle both = harness.submit("both", "d:x,y");
    harness.submit("x", "d:x d:x d:x d:x d:x d:x");
    harness.submit("y", "d:y d:y d:y d:y d:y d:y");
    harness.executor().hold();
    harness.settle();
    for (int i = 0; i < 4; i++) {
      harness.executor().release();
      harness.settle();
    }
    assertThat(both.result()).isCompleted();
  }

  @Test
  void letsALoopThatNeedsNothingPassThoseThatWait() {
    harness.submit("a", new ScriptRequest("s:go", 100, 0));
    harness.submit("b", new ScriptRequest("w", 100, 0));
    LoopHandle free = harness.submit("c", "w");
    harness.settle();
    assertThat(free.result()).isCompleted();
    assertThat(harness.runtime().usage().queued()).isEqualTo(1);
  }

  @Test
  void doesNotLetASmallLoopOvertakeALargeOne() {
    harness.submit("a", new ScriptRequest("s:go", 60, 0));
    LoopHandle large = harness.submit("b", new ScriptRequest("s:go", 100, 0));
    LoopHandle small = harness.submit("c", new ScriptRequest("w", 60, 0));
    harness.settle();
    assertThat(small.result()).isNotDone();
    harness.runtime().cancel(A, "make room");
    harness.settle();
    assertThat(harness.runtime().usage().parked()).isEqualTo(1);
    harness.signal("b", "go", "");
    harness.settle();
    assertThat(large.result()).isCompleted();
    assertThat(small.result()).isCompleted();
  }

  @Test
  void reservesCacheBlocksByClass() {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put("kv", 8L);
    TreeMap<String, Long> pool = new TreeMap<>();
    pool.put("kv", 10L);
    ResourceNames names =
        new ResourceNames(RuntimeLimits.defaults().withPools(new RuntimeLimits.Pools(0, 0, pool)));
    Needs needs = Needs.of(LoopDemand.NONE.withCacheBlocks(CacheBlocks.of(blocks)), names);
    Ledger ledger = new Ledger(names);
    assertThat(ledger.fits(needs)).isTrue();
    ledger.take(needs);
    assertThat(ledger.fits(needs)).isFalse();
    ledger.release(needs);
    assertThat(ledger.taken()).isEmpty();
    assertThatThrownBy(() -> ledger.release(needs)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "w", "x:next", "x:advance", "x:execute", "w w:k x:execute", "d:x c:3 m:50"})
  void holdsNothingAfterALoopHasEnded(String script) {
    LoopHandle handle = harness.submit("a", new ScriptRequest(script, 60, 50));
    harness.settle();
    assertThat(handle.result()).isDone();
    assertNothingHeld();
  }

  @Test
  void holdsNothingAfterACancelInAnyPhase() {
    harness.executor().hold();
    LoopHandle executing = harness.submit("executing", new ScriptRequest("d:x", 60, 0));
    LoopHandle reserving = harness.submit("reserving", "d:x");
    LoopHandle parked = harness.submit("parked", "s:go");
    harness.settle();
    LoopHandle queued = harness.submit("queued", new ScriptRequest("w", 100, 0));
    LoopHandle ready = harness.submit("ready", "w");
    for (LoopHandle handle : List.of(executing, reserving, parked, queued, ready)) {
      assertThat(
              harness.runtime().cancel(new CancelScope.LoopScope(handle.loopId()), "enough").join())
          .containsExactly(handle.loopId());
    }
    harness.executor().unhold();
    harness.settle();
    for (LoopHandle handle : List.of(executing, reserving, parked, queued, ready)) {
      assertThat(Failures.of(handle.result())).isInstanceOf(LoopCancelledException.class);
    }
    assertNothingHeld();
  }

  @Test
  void holdsNothingAfterACancelWhileItsStepIsBeingStored() {
    LoopHandle handle = harness.submit("a", new ScriptRequest("w w", 60, 50));
    harness.runtime().turn();
    harness.store().setAway(true);
    harness.settle();
    harness.runtime().cancel(A, "enough");
    harness.store().setAway(false);
    harness.settleOverTime();
    assertThat(Failures.of(handle.result())).isInstanceOf(LoopCancelledException.class);
    assertThat(harness.store().latest("a").orElseThrow().stepIndex()).isEqualTo(1);
    assertNothingHeld();
  }

  @Test
  void keepsToTheLimitOfStepsInFlight() {
    RuntimeHarness narrow =
        new RuntimeHarness(
            RuntimeLimits.defaults().withTurns(new RuntimeLimits.Turns(100, 100, 3, 10)));
    narrow.executor().hold();
    IntStream.range(0, 10).forEach(i -> narrow.submit("l" + i, "w"));
    narrow.settle();
    assertThat(narrow.executor().held()).hasSize(3);
    narrow.executor().release();
    narrow.settle();
    assertThat(narrow.executor().held()).hasSize(3);
  }

  private List<String> heldLoops() {
    return harness.executor().held().stream().map(work -> work.context().loopId()).toList();
  }

  private void assertNothingHeld() {
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }
}
