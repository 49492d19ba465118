package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.BenchRunner.Slot;
import dev.evolve.pack.Scenario;
import dev.evolve.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The processes of an evaluation, each with an empty directory for its output. */
final class ArmProcesses {

  private static final String REFERENCE = "out-r";

  private final EvaluationRequest request;
  private final Workspace workspace;
  private final Arms arms;
  private final BenchRunner runner;
  private final Checkpoints checkpoints;

  ArmProcesses(
      EvaluationRequest request,
      Workspace workspace,
      Arms arms,
      BenchRunner runner,
      Checkpoints checkpoints) {
    this.request = request;
    this.workspace = workspace;
    this.arms = arms;
    this.runner = runner;
    this.checkpoints = checkpoints;
  }

  /**
   * Runs one arm; its output stays until the arm runs again.
   *
   * @throws EvolveException if it is the baseline and fails
   */
  BenchRun run(Slot slot) throws InterruptedException {
    checkpoints.passOrThrow();
    workspace.emptyDirectory(name(slot.arm()));
    BenchRun run = runner.run(slot, arms.of(slot.arm()), output(slot.arm()));
    if (slot.arm() == Arm.BASELINE && run.status() != BenchRun.Status.OK) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "the baseline of %s fails on scenario %s (%s: %s), so nothing can be measured against it;"
                  .formatted(request.pack().name(), run.scenario(), run.status(), run.detail())
              + " run its bench by hand at commit "
              + request.source().commit()
              + ", and list every file that it needs from the build under build.artifacts");
    }
    return run;
  }

  /** Compares the outputs that the last run of each arm left. */
  OutputComparison compare() {
    Path baseline = file(Arm.BASELINE);
    Path candidate = file(Arm.CANDIDATE);
    try {
      return OutputComparison.of(baseline, candidate, request.pack().output().dtype());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot compare " + baseline + " and " + candidate, e);
    }
  }

  /** Runs the reference from the baseline's checkout; says why there is no output of it. */
  Optional<String> reference(Scenario scenario, long seed) throws InterruptedException {
    checkpoints.passOrThrow();
    workspace.emptyDirectory(REFERENCE);
    return runner.reference(scenario, seed, arms.of(Arm.BASELINE), workspace.directory(REFERENCE));
  }

  /** The output that the last run of an arm left, against that of the reference. */
  Accuracy accuracy(Arm arm) {
    Path reference = workspace.directory(REFERENCE).resolve(BenchRunner.OUTPUT_FILE);
    try {
      return Accuracy.of(file(arm), request.pack().output().dtype(), reference);
    } catch (IOException e) {
      return Accuracy.missing("the output of " + arm + " or the reference cannot be read: " + e);
    }
  }

  private Path file(Arm arm) {
    return output(arm).resolve(BenchRunner.OUTPUT_FILE);
  }

  private Path output(Arm arm) {
    return workspace.directory(name(arm));
  }

  /** Of equal length for both arms, as their checkouts are. */
  private static String name(Arm arm) {
    return "out-" + arm.ordinal();
  }
}
