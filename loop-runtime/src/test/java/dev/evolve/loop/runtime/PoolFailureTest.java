package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptWork;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A broken pool is set up again and its loops go on, as long as that is of any use. */
class PoolFailureTest {

  private static final List<String> IDS = List.of("a", "b", "c");

  private final RuntimeHarness harness = new RuntimeHarness();

  private static RuntimeHarness narrow() {
    TreeMap<String, Integer> widths = new TreeMap<>();
    widths.put("any", 1);
    return new RuntimeHarness(
        RuntimeLimits.defaults().withPools(RuntimeLimits.Pools.unlimited().withWidths(widths)));
  }

  private static String script(String id) {
    return "w w:" + id + " w w";
  }

  @Test
  void setsAPoolUpOnceForAllStepsThatWereUnderWay() {
    RuntimeHarness undisturbed = new RuntimeHarness();
    IDS.forEach(id -> undisturbed.submit(id, script(id)));
    undisturbed.settle();
    IDS.forEach(id -> harness.submit(id, script(id)));
    harness.runtime().turn();
    harness.executor().hold();
    harness.settle();
    harness.executor().breakPool("any", 3);
    harness.executor().release();
    harness.executor().unhold();
    harness.settle();
    assertThat(harness.executor().reinitialised()).containsExactly("any");
    for (String id : IDS) {
      assertThat(harness.stored(id)).isEqualTo(undisturbed.stored(id));
      assertThat(harness.store().events(id)).isEqualTo(undisturbed.store().events(id));
    }
  }

  @Test
  void resumesAtTheSameStepWithoutCaches() {
    harness.submit("a", "w w w");
    harness.runtime().turn();
    harness.runtime().turn();
    harness.executor().breakPool("any", 1);
    harness.settle();
    assertThat(harness.executor().batches())
        .extracting(batch -> batch.getFirst().context().stepIndex())
        .containsExactly(0L, 1L, 2L, 2L);
    assertThat(cachedSteps(harness, "a")).containsExactly(0L, 1L, 2L, 0L);
  }

  private static List<Long> cachedSteps(RuntimeHarness harness, String loopId) {
    return harness.executor().batches().stream()
        .flatMap(List::stream)
        .filter(work -> work.context().loopId().equals(loopId))
        .filter(work -> work.plan().payload() instanceof ScriptWork.Compute)
        .map(work -> ((ScriptWork.Compute) work.plan().payload()).cached())
        .toList();
  }

  @Test
  void failsALoopWhosePoolKeepsBreaking() {
    harness.executor().breakPool("any", 100);
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    assertThat(Failures.of(handle.result()))
        .isInstanceOf(LoopFailedException.class)
        .hasMessageContaining("pool any is broken: it was told to break");
    assertThat(harness.executor().reinitialised())
        .hasSize(RuntimeLimits.defaults().retry().poolResumes());
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void countsAgainAfterAStepThatSucceeded() {
    int most = RuntimeLimits.defaults().retry().poolResumes();
    LoopHandle handle = harness.submit("a", "w p:x w");
    harness.executor().breakPool("any", most);
    harness.executor().breakPool("x", most);
    harness.settle();
    assertThat(handle.result()).isCompleted();
    assertThat(harness.executor().reinitialised()).hasSize(2 * most);
  }

  @Test
  void failsTheLoopsOfAPoolThatCannotBeSetUpWithBothCauses() {
    harness.executor().breakPool("any", 2);
    harness.executor().beyondRepair(new IllegalStateException("no device"));
    List<LoopHandle> lost = List.of(harness.submit("a", "w"), harness.submit("b", "w:k"));
    harness.settle();
    for (LoopHandle handle : lost) {
      Throwable cause = Objects.requireNonNull(Failures.of(handle.result()).getCause());
      assertThat(cause).hasMessage("no device");
      assertThat(Arrays.asList(cause.getSuppressed()))
          .isNotEmpty()
          .allSatisfy(first -> assertThat(first).isInstanceOf(PoolFailedException.class));
    }
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
    assertThat(harness.faults()).isEmpty();
  }

  @Test
  void failsTheLoopWhenSettingUpThrowsWhatBrokeThePool() {
    PoolFailedException broken = new PoolFailedException("any", new IllegalStateException("dead"));
    harness.executor().hold();
    harness.executor().beyondRepair(broken);
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    harness.executor().held().getFirst().completion().fail(broken);
    harness.settle();
    assertThat(Failures.of(handle.result())).hasCause(broken);
    assertThat(harness.faults()).isEmpty();
  }

  @Test
  void leavesLoopsOfOtherExecutorsAlone() {
    harness.submit("a", "w w w w");
    harness.submit(RuntimeHarness.FOREIGN_KIND, "foreign", ScriptRequest.of("w w w w"));
    harness.runtime().turn();
    harness.runtime().turn();
    harness.executor().breakPool("any", 1);
    harness.settle();
    assertThat(harness.executor().reinitialised()).containsExactly("any");
    assertThat(harness.foreignExecutor().reinitialised()).isEmpty();
    assertThat(harness.foreignExecutor().batches())
        .extracting(batch -> ((ScriptWork.Compute) batch.getFirst().plan().payload()).cached())
        .containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void takesAWokenStepAgainWithItsSignal() {
    LoopHandle handle = harness.submit("a", "s:go w");
    harness.settle();
    harness.executor().breakPool("any", 1);
    CompletableFuture<StepResult> answer = harness.signal("a", "go", "now");
    harness.settle();
    assertThat(harness.executor().batches().get(1).getFirst().context().wokenBy())
        .contains(new Signal("go", "now"));
    assertThat(answer).isCompleted();
    assertThat(handle.result()).isCompleted();
  }

  @Test
  void cancelsALoopThatWasCancelledWhenItsPoolBreaks() {
    harness.executor().hold();
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    harness.runtime().cancel(new CancelScope.LoopScope("a"), "enough");
    harness.executor().breakPool("any", 1);
    harness.executor().release();
    harness.settle();
    assertThat(Failures.of(handle.result())).isInstanceOf(LoopCancelledException.class);
    assertThat(harness.executor().reinitialised()).isEmpty();
  }

  @Test
  void plansAStepAgainThatWaitedForRoomWhenTheCachesWereLost() {
    RuntimeHarness narrow = narrow();
    LoopHandle b = narrow.submit("b", "w w:b");
    narrow.runtime().turn();
    narrow.executor().hold();
    narrow.submit("a", "w:a");
    narrow.settle();
    assertThat(narrow.executor().held()).hasSize(1);
    narrow.executor().breakPool("any", 1);
    narrow.executor().unhold();
    narrow.settle();
    assertThat(b.result()).isCompleted();
    assertThat(narrow.executor().reinitialised()).hasSize(1);
    assertThat(Collections.max(cachedSteps(narrow, "b"))).isZero();
  }

  @Test
  void plansAStepAgainThatWaitedForADeviceWhenTheCachesWereLost() {
    LoopHandle b = harness.submit("b", "w d:x");
    harness.runtime().turn();
    harness.executor().hold();
    harness.submit("a", "d:x");
    harness.settle();
    harness.submit("c", "w:c");
    harness.settle();
    harness.executor().breakPool("any", 1);
    harness.executor().answerHeld("c");
    harness.settle();
    harness.executor().unhold();
    harness.settle();
    assertThat(b.result()).isCompleted();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void setsAPoolUpAgainThatBreaksUnderAStepWhichHadWaitedForRoom() {
    RuntimeHarness narrow = narrow();
    narrow.submit("b", "s:go");
    narrow.settle();
    narrow.executor().hold();
    narrow.submit("a", "w");
    narrow.settle();
    narrow.signal("b", "go", "now");
    narrow.settle();
    narrow.executor().breakPool("any", 2);
    narrow.executor().unhold();
    narrow.settle();
    assertThat(narrow.executor().reinitialised()).hasSize(2);
    assertThat(narrow.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void tellsTheObserverOfARepair() {
    StringBuilder told = new StringBuilder();
    RuntimeHarness watched =
        new RuntimeHarness(
            new RuntimeHarness.Setup()
                .watchedBy(
                    new RuntimeObserver() {
                      @Override
                      public void poolRepaired(String pool, Throwable cause) {
                        told.append(pool).append(": ").append(cause.getMessage());
                      }
                    }));
    watched.executor().breakPool("any", 1);
    watched.submit("a", "w");
    watched.settle();
    assertThat(told.toString()).isEqualTo("any: pool any is broken: it was told to break");
  }
}
