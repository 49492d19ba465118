package dev.evolve.loop.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.LoopResult;
import dev.evolve.loop.Plan;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptState;
import dev.evolve.loop.sim.ScriptWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InterleaveGateTest {

  private static final InterleaveGate GATE = InterleaveGate.unbatched();

  /** Requests of these scripts on one loop object and one executor, as in production. */
  private static Supplier<List<Entrant<?, ?>>> field(
      Supplier<ScriptLoop> loops, Supplier<WorkExecutor> executors, String... scripts) {
    return () -> {
      ScriptLoop loop = loops.get();
      WorkExecutor executor = executors.get();
      List<Entrant<?, ?>> entrants = new ArrayList<>();
      for (String script : scripts) {
        entrants.add(entrant("r" + entrants.size(), loop, executor, script));
      }
      return entrants;
    };
  }

  private static Entrant<?, ?> entrant(
      String id, ScriptLoop loop, WorkExecutor executor, String script) {
    return new Entrant<>(
        id, loop, executor, ScriptRequest.of(script), RuntimeHarness.MODEL, id.hashCode());
  }

  @Test
  void passesRequestsOfMixedLengthsAndKinds() {
    LoopGateReport report =
        InterleaveGate.batchedToo()
            .check(
                field(
                    ScriptLoop::new,
                    ScriptExecutor::new,
                    "w w",
                    "w w w w w w w w",
                    "w:k t@5 m:0 d:x",
                    ""));
    assertThat(report.findings()).containsExactly();
    assertThat(report.passed()).isTrue();
    assertThat(report.steps()).isEqualTo(4 * 14);
  }

  @Test
  void passesASharedCacheThatChangesNothing() {
    assertThat(
            GATE.check(field(ScriptLoop::new, () -> new CachingExecutor(true), "w w", "w w w"))
                .findings())
        .isEmpty();
  }

  @Test
  void failsASharedCacheThatForgetsPartOfItsKey() {
    assertThat(
            GATE.check(field(ScriptLoop::new, () -> new CachingExecutor(false), "w w", "w w w"))
                .findings())
        .isNotEmpty();
  }

  @Test
  void failsStateThatIsKeptOnTheLoopObject() {
    LoopGateReport report =
        GATE.check(field(CountingLoop::new, ScriptExecutor::new, "w w w", "w w w"));
    assertThat(report.passed()).isFalse();
    assertThat(report.findings())
        .anyMatch(finding -> finding.startsWith("interleaved, r0 differs in its state at step 2"));
  }

  @Test
  void failsStateThatIsKeptOnTheLoopObjectAndSmearsSeriallyInTheSameWay() {
    assertThat(
            GATE.check(field(FirstRequestLoop::new, ScriptExecutor::new, "w w", "w w w"))
                .findings())
        .anyMatch(finding -> finding.startsWith("one after another, r1"));
  }

  @Test
  void failsABatchThatSmears() {
    Supplier<List<Entrant<?, ?>>> field =
        field(ScriptLoop::new, () -> InterleaveGateTest::smear, "w w", "w w w");
    assertThat(GATE.check(field).passed()).isTrue();
    assertThat(InterleaveGate.batchedToo().check(field).findings())
        .anyMatch(finding -> finding.startsWith("in batches, r1 differs"));
  }

  @Test
  void passesAnInterceptorWithoutStateOfItsOwn() {
    assertThat(GATE.check(overridden(() -> new RepeatingInterceptor(false))).findings()).isEmpty();
  }

  @Test
  void failsAnInterceptorThatKeepsStateOfItsOwn() {
    assertThat(GATE.check(overridden(() -> new RepeatingInterceptor(true))).findings())
        .anyMatch(finding -> finding.startsWith("interleaved, r1 differs"));
  }

  private static Supplier<List<Entrant<?, ?>>> overridden(Supplier<StepInterceptor> interceptors) {
    return () -> {
      StepInterceptor interceptor = interceptors.get();
      List<Entrant<?, ?>> entrants = new ArrayList<>();
      for (String id : List.of("r0", "r1")) {
        Entrant<?, ?> plain =
            entrant(id, new ScriptLoop(), InterleaveGateTest::obeyOverrides, "w w w");
        entrants.add(plain.with(interceptor));
      }
      return entrants;
    };
  }

  private static void obeyOverrides(List<WorkExecutor.Work> batch) {
    for (WorkExecutor.Work work : batch) {
      long computed = ((ScriptWork.Compute) work.plan().payload()).value();
      work.completion()
          .succeed(
              StepResult.of(
                  work.override() == null ? new ScriptWork.Computed(computed) : work.override(),
                  Duration.ZERO));
    }
  }

  /** Says of the second step and those after it what it saw of the one before. */
  private static final class RepeatingInterceptor implements StepInterceptor {

    private final boolean hoards;
    private long hoard;

    RepeatingInterceptor(boolean hoards) {
      this.hoards = hoards;
    }

    @Override
    public String id() {
      return "repeat";
    }

    @Override
    public boolean altersDistribution() {
      return true;
    }

    @Override
    public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
      return hoards && hoard != 0 ? new ScriptWork.Computed(hoard) : null;
    }

    @Override
    public PluginStates after(
        WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
      hoard = ((ScriptWork.Computed) result.payload()).value();
      return states.with(id(), "", "seen");
    }
  }

  @Test
  void failsTwoEmptyOutputs() {
    assertThat(
            GATE.check(field(SilentLoop::new, InterleaveGateTest::silent, "w w", "w w")).findings())
        .contains("r0 puts out nothing that could be compared");
  }

  @Test
  void failsWhenThereIsNothingToInterleave() {
    assertThat(GATE.check(field(ScriptLoop::new, ScriptExecutor::new, "w w")).findings())
        .containsExactly("at least two requests are needed to interleave, not 1");
    assertThat(GATE.check(field(ScriptLoop::new, ScriptExecutor::new, "w", "w w")).findings())
        .containsExactly("fewer than two requests take two steps: nothing is interleaved");
  }

  @Test
  void failsRunsThatDoNotHoldTheSameRequests() {
    int[] calls = {0};
    Supplier<List<Entrant<?, ?>>> changing =
        () -> {
          calls[0]++;
          ScriptLoop loop = new ScriptLoop();
          ScriptExecutor executor = new ScriptExecutor();
          return List.of(
              entrant("a", loop, executor, "w w"),
              entrant(calls[0] > 4 ? "c" : "b", loop, executor, "w w"));
        };
    assertThat(GATE.check(changing).findings())
        .containsExactly("interleaved, other requests ran: [a, c] instead of [a, b]");
  }

  @Test
  void failsARunThatThrows() {
    assertThat(
            GATE.check(field(ScriptLoop::new, ScriptExecutor::new, "w w", "w x:execute"))
                .findings())
        .singleElement()
        .asString()
        .contains("a step of r1 failed");
  }

  @Test
  void failsPlanningThatIsNotPure() {
    assertThat(GATE.check(field(FickleLoop::new, ScriptExecutor::new, "w w", "w w")).findings())
        .singleElement()
        .asString()
        .contains("r0 plans step 0 differently the second time");
  }

  @Test
  void asksForASignalScriptWhenALoopWaitsForSomebody() {
    Supplier<List<Entrant<?, ?>>> field =
        field(ScriptLoop::new, ScriptExecutor::new, "w s:go", "w w");
    assertThat(GATE.check(field).findings())
        .singleElement()
        .asString()
        .contains("give the check a signal script");
    SignalScript go =
        (loopId, step, waiting) -> new dev.evolve.loop.Signal(waiting.signals().getFirst(), "yes");
    assertThat(new InterleaveGate(go, true).check(field).findings()).isEmpty();
  }

  /** Mixes a loop-wide counter into the state. */
  private static final class CountingLoop extends ScriptLoop {
    private long advances;

    @Override
    public ScriptState advance(ScriptState state, StepResult result) {
      long value = ((ScriptWork.Computed) result.payload()).value() + advances++;
      return super.advance(
          state, StepResult.of(new ScriptWork.Computed(value), result.actual(), result.emits()));
    }
  }

  /** Keeps the seed of the first request that it sees. */
  private static final class FirstRequestLoop extends ScriptLoop {
    private final Map<String, Long> first = new HashMap<>();

    @Override
    public ScriptState advance(ScriptState state, StepResult result) {
      long seed = first.computeIfAbsent("seed", unused -> state.seed());
      return super.advance(
          state, StepResult.of(new ScriptWork.Computed(seed), result.actual(), result.emits()));
    }
  }

  /** Plans something else each time it is asked. */
  private static final class FickleLoop extends ScriptLoop {
    private long plans;

    @Override
    public Plan next(ScriptState state) {
      return super.next(
          new ScriptState(state.request(), state.stepIndex(), state.seed() + plans++, 0));
    }
  }

  /** Puts nothing out. */
  private static final class SilentLoop extends ScriptLoop {
    @Override
    public Plan next(ScriptState state) {
      Plan plan = super.next(state);
      return plan instanceof WorkPlan work
          ? WorkPlan.of(
              work.shape(), work.payload(), work.label(), work.resources(), work.placement())
          : plan;
    }

    @Override
    public LoopResult finalize(ScriptState state) {
      return new LoopResult("done", new TreeMap<>());
    }
  }

  private static WorkExecutor silent() {
    return batch ->
        batch.forEach(
            work ->
                work.completion()
                    .succeed(StepResult.of(new ScriptWork.Computed(1), Duration.ZERO, List.of())));
  }

  /** Gives every work of a batch the first one's number. */
  private static void smear(List<WorkExecutor.Work> batch) {
    long value = ((ScriptWork.Compute) batch.getFirst().plan().payload()).value();
    batch.forEach(work -> succeed(work, value));
  }

  private static void succeed(WorkExecutor.Work work, long value) {
    work.completion()
        .succeed(StepResult.of(new ScriptWork.Computed(value), Duration.ZERO, List.of()));
  }

  /** Caches by step and, if its key is whole, by seed. */
  private static final class CachingExecutor implements WorkExecutor {
    private final boolean wholeKey;
    private final Map<String, Long> cache = new HashMap<>();

    CachingExecutor(boolean wholeKey) {
      this.wholeKey = wholeKey;
    }

    @Override
    public void execute(List<Work> batch) {
      for (Work work : batch) {
        ScriptWork.Compute compute = (ScriptWork.Compute) work.plan().payload();
        String key = work.context().stepIndex() + (wholeKey ? " " + compute.seed() : "");
        succeed(work, cache.computeIfAbsent(key, unused -> compute.value()));
      }
    }
  }
}
