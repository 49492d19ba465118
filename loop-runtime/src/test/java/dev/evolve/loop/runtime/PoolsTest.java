package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptRequest;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Named lanes take so many batches at once, and batches grow while they wait. */
class PoolsTest {

  private static RuntimeHarness harness(int largestBatch, Object... widths) {
    TreeMap<String, Integer> batchesAtOnce = new TreeMap<>();
    for (int i = 0; i < widths.length; i += 2) {
      batchesAtOnce.put((String) widths[i], (Integer) widths[i + 1]);
    }
    RuntimeHarness harness =
        new RuntimeHarness(
            RuntimeLimits.defaults()
                .withPools(RuntimeLimits.Pools.unlimited().withWidths(batchesAtOnce))
                .withTurns(new RuntimeLimits.Turns(100, 100, 100, largestBatch)));
    harness.executor().hold();
    return harness;
  }

  private static List<List<String>> batches(RuntimeHarness harness) {
    return harness.executor().batches().stream()
        .map(batch -> batch.stream().map(work -> work.context().loopId()).toList())
        .toList();
  }

  private static void submit(RuntimeHarness harness, String... ids) {
    for (String id : ids) {
      harness.submit(id, "w");
    }
    harness.settle();
  }

  private static void answer(RuntimeHarness harness) {
    harness.executor().release();
    harness.settle();
  }

  @Test
  void holdsOneBatchWhileTheNextGrowsToAllThatIsReady() {
    RuntimeHarness harness = harness(10, "any", 1);
    submit(harness, "a");
    submit(harness, "b");
    submit(harness, "c", "d");
    assertThat(batches(harness)).containsExactly(List.of("a"));
    answer(harness);
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("b", "c", "d"));
    answer(harness);
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void isFreeOnlyWhenTheLastStepOfItsBatchIsAnswered() {
    RuntimeHarness harness = harness(10, "any", 1);
    submit(harness, "a", "b");
    submit(harness, "c");
    harness.executor().answerHeld("a");
    harness.settle();
    assertThat(batches(harness)).containsExactly(List.of("a", "b"));
    harness.executor().answerHeld("b");
    harness.settle();
    assertThat(batches(harness)).containsExactly(List.of("a", "b"), List.of("c"));
  }

  @Test
  void takesAsManyBatchesAsItIsWide() {
    RuntimeHarness harness = harness(10, "any", 2);
    submit(harness, "a");
    submit(harness, "b");
    submit(harness, "c");
    submit(harness, "d");
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("b"));
    harness.executor().answerHeld("b");
    harness.settle();
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("b"), List.of("c", "d"));
  }

  @Test
  void neverMakesABatchLargerThanItsLimit() {
    RuntimeHarness harness = harness(2, "any", 1);
    submit(harness, "a");
    submit(harness, "b", "c", "d");
    answer(harness);
    answer(harness);
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("b", "c"), List.of("d"));
  }

  @Test
  void servesTheHigherPriorityFirst() {
    RuntimeHarness harness = harness(10, "any", 1);
    submit(harness, "a");
    harness.submit("low", "w:low");
    harness.submit("high", ScriptRequest.of("w:high"), 1);
    harness.settle();
    answer(harness);
    answer(harness);
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("high"), List.of("low"));
  }

  @Test
  void servesTheHigherPriorityFirstInABucketThatIsOverfull() {
    RuntimeHarness harness = harness(2, "any", 1);
    submit(harness, "a", "b", "c");
    harness.submit("high", ScriptRequest.of("w"), 1);
    submit(harness, "d");
    answer(harness);
    answer(harness);
    assertThat(batches(harness))
        .containsExactly(List.of("a", "b"), List.of("high", "c"), List.of("d"));
  }

  @Test
  void doesNotWaitForAnotherPool() {
    RuntimeHarness harness = harness(10, "x", 1, "y", 1);
    harness.submit("x1", "p:x");
    harness.settle();
    harness.submit("x2", "p:x");
    harness.submit("y1", "p:y");
    harness.settle();
    assertThat(batches(harness)).containsExactly(List.of("x1"), List.of("y1"));
    harness.executor().answerHeld("y1");
    harness.settle();
    assertThat(batches(harness)).hasSize(2);
    harness.executor().answerHeld("x1");
    harness.settle();
    assertThat(batches(harness)).endsWith(List.of("x2"));
  }

  @Test
  void keepsPlansForDifferentPoolsInDifferentBatches() {
    RuntimeHarness harness = harness(10);
    harness.submit("x", "p:x");
    harness.submit("y", "p:y");
    harness.settle();
    assertThat(batches(harness)).containsExactly(List.of("x"), List.of("y"));
  }

  @Test
  void isFreeAgainWhenItsExecutorThrows() {
    RuntimeHarness harness = harness(1, "any", 1);
    harness.executor().throwAlways();
    LoopHandle a = harness.submit("a", "w");
    LoopHandle b = harness.submit("b", "w");
    harness.settle();
    assertThat(a.result()).isCompletedExceptionally();
    assertThat(b.result()).isCompletedExceptionally();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void refusesAPoolThatThereIsNotAndNamesThoseThatThereAre() {
    RuntimeHarness harness = harness(1, "any", 1, "gpu", 1);
    LoopHandle lost = harness.submit("a", "p:tpu");
    LoopHandle neighbour = harness.submit("b", "p:gpu");
    harness.executor().unhold();
    harness.settle();
    assertThat(Failures.of(lost.result()))
        .isInstanceOf(NeverFitsException.class)
        .hasMessageContaining("there is no pool tpu; there are [any, gpu]");
    assertThat(neighbour.result()).isCompleted();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void endsALoopAtOnceThatIsCancelledWhileItsStepWaitsForRoom() {
    RuntimeHarness harness = harness(10, "any", 1);
    submit(harness, "a");
    LoopHandle waiting = harness.submit("b", "d:x");
    LoopHandle behind = harness.submit("c", "d:x");
    harness.settle();
    harness.runtime().cancel(new CancelScope.LoopScope("b"), "enough");
    assertThat(Failures.of(waiting.result())).isInstanceOf(LoopCancelledException.class);
    answer(harness);
    answer(harness);
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("c"));
    assertThat(behind.result()).isCompleted();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void ranksABucketByWhatIsLeftInIt() {
    RuntimeHarness harness = harness(10, "any", 1);
    submit(harness, "a");
    harness.submit("low", "w:x");
    harness.submit("high", ScriptRequest.of("w:x"), 2);
    harness.submit("middle", ScriptRequest.of("w:y"), 1);
    harness.settle();
    harness.runtime().cancel(new CancelScope.LoopScope("high"), "enough");
    answer(harness);
    answer(harness);
    assertThat(batches(harness)).containsExactly(List.of("a"), List.of("middle"), List.of("low"));
  }
}
