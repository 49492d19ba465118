package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptState;
import dev.evolve.loop.sim.ScriptWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Interceptors alter the steps of the kinds that they are registered with, and nothing else. */
class InterceptorTest {

  private final List<String> asked = new ArrayList<>();

  private static RuntimeHarness harness(StepInterceptor... interceptors) {
    return new RuntimeHarness(
        new RuntimeHarness.Setup().with(LoopSettings.STORED.withInterceptors(interceptors)));
  }

  /** Tells when it is asked, and counts the steps of a request in its plugin state. */
  private class Counting implements StepInterceptor {
    private final String id;

    Counting(String id) {
      this.id = id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public boolean altersDistribution() {
      return false;
    }

    @Override
    public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
      asked.add("before " + id);
      return null;
    }

    @Override
    public PluginStates after(
        WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
      asked.add("after " + id);
      int count = Integer.parseInt(states.get(id, "").orElse("0"));
      return states.with(id, "", String.valueOf(count + 1));
    }
  }

  /** Replaces the forward of every step. */
  private static final class Replacing implements StepInterceptor {
    private final String id;
    private final List<@Nullable WorkPayload> seenAfter = new ArrayList<>();

    Replacing(String id) {
      this.id = id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public boolean altersDistribution() {
      return true;
    }

    @Override
    public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
      return new ScriptWork.Computed(7);
    }

    @Override
    public PluginStates after(
        WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
      seenAfter.add(override);
      return states;
    }
  }

  @Test
  void areAskedInTheirOrderBeforeAndAfterAStep() {
    RuntimeHarness harness = harness(new Counting("one"), new Counting("two"));
    harness.submit("a", "w");
    harness.settle();
    assertThat(asked).containsExactly("before one", "before two", "after one", "after two");
  }

  @Test
  void handAnOverrideToTheExecutorAndSeeItAfterwards() {
    Replacing replacing = new Replacing("r");
    RuntimeHarness harness = harness(new Counting("c"), replacing);
    harness.submit("a", "w");
    harness.settle();
    assertThat(harness.executor().batches().getFirst().getFirst().override())
        .isEqualTo(new ScriptWork.Computed(7));
    assertThat(replacing.seenAfter).containsExactly(new ScriptWork.Computed(7));
  }

  @Test
  void leaveStepsWithoutAnOverrideToTheExecutor() {
    RuntimeHarness harness = harness(new Counting("c"));
    harness.submit("a", "w");
    harness.settle();
    assertThat(harness.executor().batches().getFirst().getFirst().override()).isNull();
  }

  @Test
  void keepWhatTheyRememberInTheStateAcrossARestart() {
    RuntimeHarness harness = harness(new Counting("c"), new Counting("d"));
    harness.submit("a", "w w s:go w");
    harness.settle();
    assertThat(harness.stored("a")).contains("\"plugins\":\"c/=2;d/=2\"");
    RuntimeHarness restarted =
        new RuntimeHarness(
            new RuntimeHarness.Setup()
                .on(harness.store(), harness.store())
                .with(LoopSettings.STORED.withInterceptors(new Counting("c"), new Counting("d"))));
    restarted.runtime().restore();
    restarted.settle();
    restarted.signal("a", "go", "now");
    restarted.settle();
    assertThat(restarted.stored("a")).contains("\"plugins\":\"c/=4;d/=4\"");
  }

  @Test
  void keepTheStatesOfRequestsApart() {
    RuntimeHarness harness = harness(new Counting("c"));
    harness.submit("a", "w w w");
    harness.submit("b", "w");
    harness.settle();
    assertThat(harness.stored("a")).contains("c/=3");
    assertThat(harness.stored("b")).contains("c/=1");
  }

  @Test
  void failALoopThatDoesNotKeepWhatTheyRemember() {
    ScriptLoop forgetful =
        new ScriptLoop() {
          @Override
          public ScriptState advance(ScriptState state, StepResult result) {
            return super.advance(
                state, StepResult.of(result.payload(), result.actual(), result.emits()));
          }
        };
    RuntimeHarness harness =
        new RuntimeHarness(
            new RuntimeHarness.Setup()
                .with(forgetful)
                .with(LoopSettings.STORED.withInterceptors(new Counting("c"))));
    LoopHandle handle = harness.submit("a", "w");
    harness.settle();
    assertThat(Failures.of(handle.result()))
        .isInstanceOf(LoopFailedException.class)
        .hasMessageContaining("take StepResult.plugins over in advance");
  }

  @Test
  void failOnlyTheLoopWhoseStepTheyThrowAt() {
    for (boolean throwsBefore : List.of(true, false)) {
      RuntimeHarness harness = harness(new Throwing(throwsBefore));
      LoopHandle bad = harness.submit("bad", "w w:bad w");
      LoopHandle good = harness.submit("good", "w w w");
      harness.settle();
      assertThat(Failures.of(bad.result()))
          .isInstanceOf(LoopFailedException.class)
          .hasMessageContaining("it was told to throw");
      assertThat(good.result()).isCompleted();
      assertThat(harness.runtime().usage()).isEqualTo(RuntimeUsage.NOTHING);
      assertThat(harness.executor().released()).containsExactlyInAnyOrder("bad", "good");
    }
  }

  /** Throws at steps whose key is {@code bad}. */
  private record Throwing(boolean throwsBefore) implements StepInterceptor {

    @Override
    public String id() {
      return "throwing";
    }

    @Override
    public boolean altersDistribution() {
      return false;
    }

    @Override
    public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
      act(plan, throwsBefore);
      return null;
    }

    @Override
    public PluginStates after(
        WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
      act(plan, !throwsBefore);
      return states;
    }

    private static void act(WorkPlan plan, boolean now) {
      if (now && "bad".equals(plan.shape().extra().get("key"))) {
        throw new IllegalStateException("it was told to throw");
      }
    }
  }

  @Test
  void areRefusedWhenTwoHaveTheSameId() {
    assertThatThrownBy(
            () -> LoopSettings.STORED.withInterceptors(new Counting("c"), new Counting("c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two interceptors have the id c; give each its own");
  }

  @Test
  void areRefusedWhenTwoAlterTheDistribution() {
    assertThatThrownBy(
            () -> LoopSettings.STORED.withInterceptors(new Replacing("r"), new Replacing("s")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most one interceptor may alter the distribution, not [r, s]");
  }

  @Test
  void areRefusedInExactModeIfTheyAlterTheDistribution() {
    LoopSettings altering = LoopSettings.STORED.withInterceptors(new Replacing("r"));
    assertThatThrownBy(altering::inExactMode)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which exact mode does not allow");
    assertThat(LoopSettings.STORED.withInterceptors(new Counting("c")).inExactMode().exact())
        .isTrue();
  }
}
