package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptRequest;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every resource is reserved before it is used, and given back whatever happens. */
class ReservationTest {

  private final RuntimeHarness harness = new RuntimeHarness(limits());

  private static RuntimeLimits limits() {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put("kv", 10L);
    blocks.put("vae", 4L);
    return RuntimeLimits.defaults()
        .withPools(
            new RuntimeLimits.Pools(120, 1.0, blocks).withTransferBytes(100).withGraphSlots(3));
  }

  private List<String> executing() {
    return harness.executor().held().stream().map(work -> work.context().loopId()).toList();
  }

  private void assertNothingHeld() {
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @ParameterizedTest
  @CsvSource({
    "c:0.6, compute microseconds, 600000",
    "k:6, cache blocks of kv, 6",
    "v:3, cache blocks of vae, 3",
    "b:60, transfer bytes, 60",
    "g:2, graph slots, 2",
    "m:70, memory bytes, 70",
    "'d:x,y', device x, 1"
  })
  void letsTheSecondWaitUntilTheFirstHasGivenBack(String word, String resource, long amount) {
    long peak = word.startsWith("m:") ? amount : 0;
    harness.executor().hold();
    harness.submit("a", new ScriptRequest(word, 0, peak));
    harness.submit("b", new ScriptRequest(word, 0, peak));
    harness.settle();
    assertThat(executing()).containsExactly("a");
    assertThat(harness.runtime().usage().reserved()).containsEntry(resource, amount);
    harness.executor().release();
    harness.settle();
    assertThat(executing()).containsExactly("b");
    assertThat(harness.runtime().usage().reserved()).containsEntry(resource, amount);
    harness.executor().unhold();
    harness.settle();
    assertNothingHeld();
  }

  @Test
  void keepsTheBudgetsOfCacheClassesApart() {
    harness.executor().hold();
    harness.submit("a", "k:6");
    harness.submit("b", "v:3");
    harness.submit("c", "k:6");
    harness.settle();
    assertThat(executing()).containsExactly("a", "b");
  }

  @Test
  void holdsBlocksAndGraphsForTheLifeOfALoopAndTransfersForAStep() {
    harness.submit("a", "s:go k:6 g:2 b:60");
    harness.settle();
    assertThat(harness.runtime().usage().reserved())
        .containsOnlyKeys("cache blocks of kv", "graph slots");
  }

  @ParameterizedTest
  @CsvSource({
    "k:11, '11 cache blocks of kv wanted, 10 in all'",
    "g:4, '4 graph slots wanted, 3 in all'",
  })
  void refusesALoopAtOnceThatCanNeverFit(String script, String figures) {
    LoopHandle handle = harness.submit("a", script);
    assertThat(Failures.of(handle.accepted()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining(figures);
    assertThat(harness.store().commits()).isEmpty();
  }

  @Test
  void refusesACacheClassThatThereIsNone() {
    RuntimeHarness without = new RuntimeHarness();
    LoopHandle handle = without.submit("a", "k:1");
    assertThat(Failures.of(handle.accepted()))
        .hasMessageContaining("1 cache blocks of kv wanted, 0 in all");
  }

  @ParameterizedTest
  @CsvSource({
    "b:101, '101 transfer bytes wanted, 100 in all'",
    "c:1.5, '1500000 compute microseconds wanted, 1000000 in all'",
    "x:blocks, kv=1",
    "x:graphs, graphSlots=1",
    "m:51, worstPeakBytes=50"
  })
  void failsOnlyTheLoopWhoseStepAsksForTooMuch(String word, String figures) {
    LoopHandle greedy = harness.submit("a", new ScriptRequest("w " + word, 0, 50));
    LoopHandle neighbour = harness.submit("b", new ScriptRequest("w w w", 0, 50));
    harness.settle();
    assertThat(Failures.of(greedy.result()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining(figures);
    assertThat(neighbour.result()).isCompleted();
    assertNothingHeld();
  }

  @Test
  void refundsComputeToTheMicrosecond() {
    LoopHandle handle = harness.submit("a", "c:0.1 c:0.2 c:0.3000001 c:0.7 c:1");
    harness.settle();
    assertThat(handle.result()).isCompleted();
    assertNothingHeld();
  }

  @Test
  void takesDevicesComputeAndTransfersOfAStepTogetherOrNotAtAll() {
    harness.executor().hold();
    harness.submit("a", "c:0.6");
    harness.submit("b", "d:x");
    harness.submit("c", "c:0.6");
    harness.settle();
    assertThat(executing()).containsExactly("a", "b");
    assertThat(harness.runtime().usage().reserved())
        .containsEntry("compute microseconds", 600_000L)
        .containsEntry("device x", 1L)
        .containsEntry("steps in flight", 2L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "w w",
        "x:execute",
        "x:next",
        "x:advance",
        "x:blocks",
        "k:3 b:7 g:1 d:x c:0.5"
      })
  void tellsTheExecutorOnceThatALoopIsGone(String script) {
    harness.submit("a", new ScriptRequest(script, 60, 0));
    harness.settle();
    assertThat(harness.executor().released()).containsExactly("a");
    assertNothingHeld();
  }

  @Test
  void tellsTheExecutorOnceOfALoopThatIsCancelledInAnyPhaseInWhichItHeldSomething() {
    harness.executor().hold();
    harness.submit("executing", new ScriptRequest("d:x", 60, 0));
    harness.submit("reserving", "d:x");
    harness.submit("parked", "s:go");
    harness.settle();
    harness.submit("ready", "w");
    harness.submit("queued", new ScriptRequest("w", 100, 0));
    for (String id : List.of("executing", "reserving", "parked", "queued", "ready")) {
      harness.runtime().cancel(new CancelScope.LoopScope(id), "enough");
    }
    harness.executor().unhold();
    harness.settle();
    assertThat(harness.executor().released())
        .containsExactlyInAnyOrder("executing", "reserving", "parked", "ready");
    assertNothingHeld();
  }

  @Test
  void goesOnWhenTheExecutorCannotFreeWhatItKept() {
    RuntimeHarness stubborn =
        new RuntimeHarness(
            new RuntimeHarness.Setup()
                .with(
                    new WorkExecutor() {
                      @Override
                      public void execute(List<Work> batch) {
                        batch.forEach(ScriptExecutor::answer);
                      }

                      @Override
                      public void release(String loopId) {
                        throw new IllegalStateException("it will not let go");
                      }
                    }));
    LoopHandle handle = stubborn.submit("a", "w");
    stubborn.settle();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void servesAllWhoFitThoughMoreWaitThanATurnLooksAt() {
    RuntimeHarness narrow =
        new RuntimeHarness(limits().withQueues(new RuntimeLimits.Queues(100, 100, 10, 2)));
    narrow.submit("big", new ScriptRequest("s:go", 120, 0));
    narrow.settle();
    for (int i = 0; i < 7; i++) {
      narrow.submit("l" + i, new ScriptRequest("s:go", 10, 0));
    }
    narrow.signal("big", "go", "now");
    narrow.settle();
    assertThat(narrow.runtime().usage().queued()).isZero();
    assertThat(narrow.runtime().usage().parked()).isEqualTo(7);
  }

  @Test
  void refusesALoopThatMakesUpDevicesWithoutEnd() {
    RuntimeHarness small = new RuntimeHarness();
    StringBuilder devices = new StringBuilder("d:a");
    for (int i = 0; i < 1 << 16; i++) {
      devices.append(',').append(i);
    }
    LoopHandle greedy = small.submit("a", devices.toString());
    LoopHandle neighbour = small.submit("b", "w w");
    small.settle();
    assertThat(Failures.of(greedy.result()))
        .hasMessageContaining("too many different resources were asked for");
    assertThat(neighbour.result()).isCompleted();
  }
}
