package dev.evolve.loop.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.gate.NumberLoop.CaptureOf;
import dev.evolve.loop.gate.NumberLoop.Kernel;
import dev.evolve.loop.port.KernelDeclaration;
import dev.evolve.loop.port.WorkExecutor;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProfileParityTest {

  private static final Kernel HALF = (x, batch, step) -> x / 2;
  private static final CaptureOf RIGHT =
      (work, output) ->
          work.context().profile() == ExecutionProfile.SERVE ? null : captured(work, output);

  private static BehaviorRecord captured(WorkExecutor.Work work, double output) {
    return new BehaviorRecord(
        work.context().loopId(), work.context().stepIndex(), 7, "1", "{\"y\":" + output + "}");
  }

  private static List<Entrant<?, ?>> field(Kernel kernel, CaptureOf capture) {
    NumberLoop.Executor executor =
        new NumberLoop.Executor(kernel, KernelDeclaration.BIT_IDENTICAL).capturing(capture);
    return List.of(new Entrant<>("a", new NumberLoop(), executor, 3, new ModelRef("m", "1"), 7));
  }

  private static String finding(Kernel kernel, CaptureOf capture) {
    LoopGateReport report = ProfileParity.rollout().check(() -> field(kernel, capture));
    assertFalse(report.passed());
    return report.findings().getFirst();
  }

  @Test
  void aRolloutPutsOutWhatServingDoesAndItsBehaviourIsFoundAgain() {
    for (ProfileParity gate : List.of(ProfileParity.rollout(), ProfileParity.training())) {
      LoopGateReport report = gate.check(() -> field(HALF, RIGHT));
      assertEquals(List.of(), report.findings());
      assertTrue(report.passed());
      assertEquals(9, report.steps());
    }
  }

  @Test
  void aRolloutThatComputesSomethingElseIsFound() {
    NumberLoop loop = new NumberLoop();
    LoopGateReport report =
        ProfileParity.rollout()
            .check(
                () ->
                    List.of(new Entrant<>("a", loop, new Leaning(), 3, new ModelRef("m", "1"), 7)));
    assertTrue(report.findings().getFirst().startsWith("in a rollout, a differs in its result"));
  }

  /** Adds a little in every profile but serving. */
  private static final class Leaning implements WorkExecutor {
    @Override
    public void execute(List<Work> batch) {
      for (Work work : batch) {
        double lean = work.context().profile() == ExecutionProfile.SERVE ? 0 : 1e-9;
        new NumberLoop.Executor((x, n, step) -> x / 2 + lean, KernelDeclaration.BIT_IDENTICAL)
            .capturing(RIGHT)
            .execute(List.of(work));
      }
    }
  }

  @Test
  void aRolloutThatCapturesNothingIsFound() {
    assertTrue(finding(HALF, (work, output) -> null).contains("captures no behaviour"));
  }

  @Test
  void servingThatCapturesIsFound() {
    assertTrue(finding(HALF, ProfileParityTest::captured).contains("while it serves"));
  }

  @Test
  void behaviourThatComesOutDifferentlyTheSecondTimeIsFound() {
    AtomicInteger calls = new AtomicInteger();
    CaptureOf drifting =
        (work, output) ->
            work.context().profile() == ExecutionProfile.SERVE
                ? null
                : captured(work, calls.getAndIncrement());
    assertTrue(finding(HALF, drifting).contains("computed again differs"));
  }

  @Test
  void behaviourThatIsNotFoundAgainInTrainingIsFound() {
    CaptureOf onlyRollouts =
        (work, output) ->
            work.context().profile() == ExecutionProfile.ROLLOUT ? captured(work, output) : null;
    LoopGateReport report = ProfileParity.training().check(() -> field(HALF, onlyRollouts));
    assertTrue(report.findings().getFirst().contains("of 3 steps, and of 0"));
  }

  @Test
  void behaviourUnderAnotherLoopsStepIsFound() {
    CaptureOf late =
        (work, output) ->
            work.context().profile() == ExecutionProfile.SERVE
                ? null
                : new BehaviorRecord("a", work.context().stepIndex() + 1, 7, "1", "{}");
    assertTrue(finding(HALF, late).contains("where it should be"));
  }

  @Test
  void servingCannotComputeBehaviourAgain() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ProfileParity(SignalScript.DEADLINES_PASS, ExecutionProfile.SERVE));
  }

  @Test
  void noRequestsAreNoParity() {
    assertFalse(ProfileParity.rollout().check(List::of).passed());
  }
}
