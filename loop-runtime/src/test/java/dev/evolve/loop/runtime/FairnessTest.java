package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Every loop gets the same share of the work, whatever its steps cost. */
class FairnessTest {

  private static final int LOOPS = 350;

  private static RuntimeHarness narrow(int plans) {
    return new RuntimeHarness(
        new RuntimeHarness.Setup(
                RuntimeLimits.defaults()
                    .withTurns(new RuntimeLimits.Turns(1_000, plans, 1_000, 1_000)))
            .with(LoopSettings.IN_MEMORY));
  }

  private static String steps(String word, int count) {
    return String.join(" ", Collections.nCopies(count, word));
  }

  /** Cost served so far, by loop: its place in the list is its number. */
  private static long[] served(RuntimeHarness harness, int loops) {
    long[] cost = new long[loops];
    harness.executor().batches().stream()
        .flatMap(List::stream)
        .forEach(
            work ->
                cost[Integer.parseInt(work.context().loopId())] += work.plan().shape().workUnits());
    return cost;
  }

  /**
   * 1 when all shares are equal, 1/n when one has all (R. Jain, D. Chiu and W. Hawe, "A
   * Quantitative Measure of Fairness and Discrimination", DEC TR-301, 1984).
   */
  private static double jain(long[] shares) {
    double sum = 0;
    double squares = 0;
    for (long share : shares) {
      sum += share;
      squares += (double) share * share;
    }
    return sum * sum / (shares.length * squares);
  }

  @Test
  void servesEqualCostToLoopsWhoseStepsCostOneToSeven() {
    RuntimeHarness harness = narrow(50);
    for (int i = 0; i < LOOPS; i++) {
      harness.submit(String.valueOf(i), steps("u:" + (1 + i % 7), 700 / (1 + i % 7)));
    }
    IntStream.range(0, 1_000).forEach(i -> harness.runtime().turn());
    assertThat(harness.runtime().usage().loops()).isEqualTo(LOOPS);
    assertThat(jain(served(harness, LOOPS))).isGreaterThanOrEqualTo(0.99);
  }

  @Test
  void servesEqualStepsWhereAllCostTheSame() {
    RuntimeHarness harness = narrow(10);
    for (int i = 0; i < 100; i++) {
      harness.submit(String.valueOf(i), steps("u:5", 100));
    }
    IntStream.range(0, 100).forEach(i -> harness.runtime().turn());
    long[] served = served(harness, 100);
    assertThat(Arrays.stream(served).max().orElseThrow())
        .isLessThanOrEqualTo(Arrays.stream(served).min().orElseThrow() + 5);
  }

  @Test
  void letsNoLoopRestLongerThanThreeRounds() {
    ReadyQueue queue = new ReadyQueue();
    List<DrivenLoop<?>> loops = loops(LOOPS);
    Map<DrivenLoop<?>, Integer> lastRound = new HashMap<>();
    loops.forEach(queue::add);
    int longest = 0;
    for (int i = 0; i < 50 * LOOPS; i++) {
      DrivenLoop<?> loop = Objects.requireNonNull(queue.poll());
      if (queue.charge(loop, 1 + Integer.parseInt(loop.id()) % 7)) {
        Integer before = lastRound.put(loop, queue.round());
        longest = Math.max(longest, before == null ? 0 : queue.round() - before);
        queue.add(loop);
      }
    }
    assertThat(lastRound).hasSize(LOOPS);
    assertThat(longest).isBetween(1, 3);
  }

  private static List<DrivenLoop<?>> loops(int count) {
    Admission admission = new Admission(RuntimeLimits.defaults());
    Registration<ScriptRequest, ScriptState> kind =
        new Registration<>(new ScriptLoop(), new ScriptExecutor(), LoopSettings.IN_MEMORY);
    List<DrivenLoop<?>> loops = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = String.valueOf(i);
      Submission submission = RuntimeHarness.submission(ScriptLoop.KIND, id, ScriptRequest.of("w"));
      loops.add(kind.begin(submission, LoopHandle.fresh(id, ScriptLoop.KIND), admission));
    }
    return loops;
  }

  @Test
  void takesNoAdvantageFromHavingWaited() {
    RuntimeHarness harness = narrow(4);
    harness.submit("0", steps("u:1", 5) + " s:go " + steps("u:1", 400));
    harness.submit("1", steps("u:1", 400));
    IntStream.range(0, 60).forEach(i -> harness.runtime().turn());
    harness.signal("0", "go", "now");
    long[] before = served(harness, 2);
    IntStream.range(0, 60).forEach(i -> harness.runtime().turn());
    long[] after = served(harness, 2);
    assertThat(after[0] - before[0]).isCloseTo(after[1] - before[1], Offset.offset(10L));
  }

  @Test
  void keepsALongLoopMovingBesideASteadyStreamOfShortOnes() {
    RuntimeHarness harness = narrow(5);
    LoopHandle longLoop = harness.submit("long", ScriptRequest.of(steps("u:7", 20)));
    int turns = 0;
    for (int i = 0; !longLoop.result().isDone() && turns < 1_000; turns++) {
      harness.submit("s" + i++, "u:1");
      harness.submit("s" + i++, "u:1");
      harness.runtime().turn();
    }
    assertThat(turns).isLessThan(200);
  }

  @Test
  void holdsNobodyBackWithoutContention() {
    RuntimeHarness harness = narrow(1_000);
    for (int i = 0; i < 70; i++) {
      harness.submit(String.valueOf(i), steps("u:" + (1 + i % 7), 50));
    }
    IntStream.range(0, 10).forEach(i -> harness.runtime().turn());
    Map<String, Integer> steps = new HashMap<>();
    harness.executor().batches().stream()
        .flatMap(List::stream)
        .forEach(work -> steps.merge(work.context().loopId(), 1, Integer::sum));
    assertThat(new ArrayList<>(steps.values())).hasSize(70).containsOnly(10);
  }
}
