package dev.evolve.loop.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptState;
import dev.evolve.loop.sim.ScriptWork;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotGateTest {

  private static final SnapshotGate GATE = new SnapshotGate(SignalScript.DEADLINES_PASS);

  private static Entrant<?, ?> entrant(ScriptLoop loop, String script) {
    return new Entrant<>(
        "a", loop, new ScriptExecutor(), ScriptRequest.of(script), RuntimeHarness.MODEL, 7);
  }

  @Test
  void passesALoopThatCanBeStoppedAnywhere() {
    LoopGateReport report =
        GATE.check(
            () ->
                List.of(entrant(new ScriptLoop(), "w w:k t@5 w"), entrant(new ScriptLoop(), "w")));
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
    assertThat(report.steps()).isEqualTo(4 + 4 + 3 + 2 + 1 + 1 + 1);
  }

  @Test
  void failsALoopThatKeepsStateOutsideItsState() {
    LoopGateReport report = GATE.check(() -> List.of(entrant(new HoardingLoop(), "w w w")));
    assertThat(report.findings())
        .first()
        .asString()
        .startsWith("stopped at step 1, a differs in its state at step 2");
  }

  @Test
  void failsWhenNothingWasRun() {
    assertThat(GATE.check(List::of).passed()).isFalse();
  }

  /** Folds in what earlier steps gave, which a snapshot does not hold. */
  private static final class HoardingLoop extends ScriptLoop {
    private long hoard;

    @Override
    public ScriptState advance(ScriptState state, StepResult result) {
      hoard += ((ScriptWork.Computed) result.payload()).value();
      return super.advance(
          state, StepResult.of(new ScriptWork.Computed(hoard), result.actual(), result.emits()));
    }
  }
}
