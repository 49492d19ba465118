package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptWork;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loops of higher priority make room for themselves, and nobody loses more than time. */
class PreemptionTest {

  private static final RuntimeLimits LIMITS =
      RuntimeLimits.defaults().withPools(RuntimeLimits.Pools.ofBytes(100));

  private final List<String> preempted = new ArrayList<>();
  private final RuntimeHarness harness =
      new RuntimeHarness(
          new RuntimeHarness.Setup(LIMITS)
              .watchedBy(
                  new RuntimeObserver() {
                    @Override
                    public void loopPreempted(String loopId, String kind) {
                      preempted.add(loopId);
                    }
                  }));

  private static ScriptRequest holding(long bytes, String script) {
    return new ScriptRequest(script, bytes, 0);
  }

  private void turns(int count) {
    IntStream.range(0, count).forEach(i -> harness.runtime().turn());
  }

  @Test
  void takesTheRoomOfTheLoopThatLosesTheLeastAndGivesItBackLater() {
    LoopHandle older = harness.submit("older", holding(50, "w w w w w w w w w w w w w w w w w w"));
    turns(3);
    LoopHandle younger = harness.submit("younger", holding(50, "w w w w w w w w"));
    turns(2);
    LoopHandle high = harness.submit("high", holding(50, "w w"), 1);
    harness.settle();
    assertThat(preempted).containsExactly("younger");
    assertThat(harness.executor().released())
        .containsExactly("younger", "high", "younger", "older");
    assertThat(List.of(older.result(), younger.result(), high.result()))
        .allSatisfy(result -> assertThat(result).isCompleted());
  }

  @Test
  void finishesAPreemptedLoopWithTheSameBytes() {
    ScriptRequest request = holding(60, "w w:k w w w");
    RuntimeHarness alone = new RuntimeHarness(LIMITS);
    alone.submit("low", request);
    alone.settle();
    harness.submit("low", request);
    turns(3);
    harness.submit("high", holding(60, "w w"), 1);
    harness.settle();
    assertThat(preempted).containsExactly("low");
    assertThat(harness.stored("low")).isEqualTo(alone.stored("low"));
    assertThat(harness.store().events("low")).isEqualTo(alone.store().events("low"));
  }

  @Test
  void takesTheStateOfAPreemptedLoopThroughTheLossOfItsCache() {
    harness.submit("low", holding(60, "w w w w"));
    turns(3);
    harness.submit("high", holding(60, "w"), 1);
    harness.settle();
    assertThat(cachedSteps("low")).containsExactly(0L, 1L, 2L, 0L);
  }

  private List<Long> cachedSteps(String loopId) {
    return harness.executor().batches().stream()
        .flatMap(List::stream)
        .filter(work -> work.context().loopId().equals(loopId))
        .map(work -> ((ScriptWork.Compute) work.plan().payload()).cached())
        .toList();
  }

  @Test
  void takesTheLowestPriorityFirstHoweverMuchThatLoses() {
    harness.submit("lowest", holding(50, "w w w w w w w w"), -1);
    turns(3);
    harness.submit("low", holding(50, "w w w w w w w w"));
    turns(1);
    harness.submit("high", holding(50, "w"), 1);
    harness.settle();
    assertThat(preempted).containsExactly("lowest");
  }

  @Test
  void preemptsNobodyWhenItWouldNotHelp() {
    harness.submit("parked", holding(60, "s:go"));
    harness.submit("low", holding(30, "w w w w w w"));
    turns(2);
    LoopHandle high = harness.submit("high", holding(80, "w"), 1);
    harness.settle();
    assertThat(preempted).isEmpty();
    assertThat(high.result()).isNotDone();
  }

  @Test
  void sparesALoopThatIsNotNeededBesideALargerOne() {
    harness.submit("small", holding(20, "w w w w w w w w"));
    harness.submit("large", holding(80, "w w w w w w w w"), 0);
    turns(2);
    harness.submit("high", holding(80, "w"), 1);
    harness.settle();
    assertThat(preempted).containsExactly("large");
  }

  @Test
  void neverPreemptsAnEqualPriority() {
    harness.submit("first", holding(60, "w w w w"), 1);
    turns(2);
    harness.submit("second", holding(60, "w"), 1);
    harness.settle();
    assertThat(preempted).isEmpty();
    assertThat(harness.executor().released()).containsExactly("first", "second");
  }

  @Test
  void leavesAParkedLoopAloneUntilItIsWoken() {
    LoopHandle low = harness.submit("low", holding(80, "s:go w w"));
    harness.settle();
    LoopHandle high = harness.submit("high", holding(80, "w"), 1);
    harness.settle();
    assertThat(high.result()).isNotDone();
    assertThat(harness.runtime().usage().parked()).isEqualTo(1);
    harness.signal("low", "go", "now");
    harness.settle();
    assertThat(preempted).containsExactly("low");
    assertThat(high.result()).isCompleted();
    assertThat(low.result()).isCompleted();
  }

  @Test
  void makesRoomForEachOfTwoThatComeInOneTurn() {
    IntStream.range(0, 4).forEach(i -> harness.submit("low" + i, holding(25, "w w w w w w")));
    turns(2);
    harness.submit("high1", holding(50, "w"), 1);
    harness.submit("high2", holding(50, "w"), 1);
    turns(2);
    assertThat(preempted).containsExactly("low0", "low1", "low2", "low3");
    assertThat(executed("high1")).isEqualTo(1);
    assertThat(executed("high2")).isEqualTo(1);
    harness.settle();
    assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void makesRoomForAnEarlierOneAgainWhenAHigherOneTakesItsPlace() {
    harness.submit("low0", holding(50, "w w w w w w"));
    harness.submit("low1", holding(50, "w w w w w w"));
    turns(2);
    harness.executor().hold();
    turns(1);
    harness.submit("high", holding(50, "w"), 1);
    turns(1);
    harness.submit("higher", holding(50, "w"), 2);
    turns(1);
    harness.executor().unhold();
    turns(2);
    assertThat(preempted).containsExactly("low0", "low1");
    assertThat(executed("high")).isEqualTo(1);
    assertThat(executed("higher")).isEqualTo(1);
  }

  private long executed(String loopId) {
    return harness.executor().batches().stream()
        .flatMap(List::stream)
        .filter(work -> work.context().loopId().equals(loopId))
        .count();
  }

  @Test
  void sparesThoseThatWereAskedWhenWhoeverWaitedIsGone() {
    harness.submit("low", holding(80, "w w w"));
    harness.executor().hold();
    turns(1);
    harness.submit("high", holding(80, "w"), 1);
    turns(1);
    harness.runtime().cancel(new CancelScope.LoopScope("high"), "no longer wanted");
    harness.executor().unhold();
    harness.settle();
    assertThat(preempted).isEmpty();
  }

  @Test
  void yieldsAtOnceWhenTheSignalThatWokeItIsRefused() {
    LoopHandle low = harness.submit("low", holding(80, "s:go w"));
    harness.settle();
    harness.executor().hold();
    harness.signal("low", "go", "refuse");
    harness.settle();
    LoopHandle high = harness.submit("high", holding(80, "w"), 1);
    harness.settle();
    harness.executor().unhold();
    harness.settle();
    assertThat(preempted).containsExactly("low");
    assertThat(high.result()).isCompleted();
    assertThat(harness.runtime().usage().parked()).isEqualTo(1);
    harness.signal("low", "go", "now");
    harness.settle();
    assertThat(low.result()).isCompleted();
  }

  @Test
  void takesTheRoomOfALoopThatAFreezeHasStopped() {
    LoopHandle low = harness.submit("low", holding(80, "w w w w"));
    turns(2);
    harness.runtime().freeze(ScriptLoop.KIND, FreezeMode.BOUNDARY);
    harness.settle();
    LoopHandle high =
        harness
            .runtime()
            .submit(
                RuntimeHarness.submission(RuntimeHarness.OTHER_KIND, "high", holding(80, "w"))
                    .withPriority(1));
    harness.settle();
    assertThat(high.result()).isCompleted();
    assertThat(preempted).containsExactly("low");
    assertThat(low.result()).isNotDone();
    harness.runtime().thaw(ScriptLoop.KIND, false);
    harness.settle();
    assertThat(low.result()).isCompleted();
  }

  @Test
  void asksAgainWhenALoopOfLowerPriorityIsAdmittedElsewhere() {
    harness.submit("big", holding(100, "s:go"));
    harness.settle();
    harness.submit("high", holding(100, "w"), 2);
    harness.submit("middle", holding(50, "w w w w w w"), 1);
    harness.submit("low", holding(50, "w w w w w w"));
    harness.runtime().cancel(new CancelScope.LoopScope("big"), "make room");
    harness.settle();
    assertThat(harness.executor().released()).containsExactly("big", "high", "middle", "low");
    assertThat(preempted).isEmpty();
  }
}
