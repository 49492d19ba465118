package dev.evolve.measure;

import dev.evolve.measure.Evaluation.NotMeasured;
import dev.evolve.measure.Evaluation.SandboxRecord;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An evaluation while it is made. Used by its evaluating thread only. */
final class EvaluationRecord {

  private final EvaluationRequest request;
  private final Sandbox sandbox;
  private final HardwareProfile hardware;
  private final EvaluationProgress progress;
  private final List<BuildRecord> builds = new ArrayList<>();
  private final List<BenchRun> runs = new ArrayList<>();
  private final List<ParityObservation> parity = new ArrayList<>();
  private final List<RepeatObservation> repeats = new ArrayList<>();

  EvaluationRecord(
      EvaluationRequest request,
      Sandbox sandbox,
      HardwareProfile hardware,
      EvaluationProgress progress) {
    this.request = request;
    this.sandbox = sandbox;
    this.hardware = hardware;
    this.progress = progress;
  }

  /** Adds a build; true if it succeeded. */
  boolean built(BuildRecord build) {
    builds.add(build);
    progress.built(build);
    return build.status() == BuildRecord.Status.OK;
  }

  /** Adds a run; true if it ended well. */
  boolean ran(BenchRun run, int total) {
    runs.add(run);
    progress.ran(run, runs.size(), total);
    return run.status() == BenchRun.Status.OK;
  }

  /** All runs so far, in their order. */
  List<BenchRun> runs() {
    return List.copyOf(runs);
  }

  void compared(ParityObservation observation) {
    parity.add(observation);
  }

  void repeated(RepeatObservation observation) {
    repeats.add(observation);
  }

  Evaluation finish(long seed) {
    return finish(seed, null);
  }

  /** Ends it without a run, since another was measured with the same binary. */
  Evaluation finishAsTwinOf(String twin, long seed) {
    return finish(seed, new NotMeasured(NotMeasured.Cause.SAME_BINARY, twin));
  }

  private Evaluation finish(long seed, @Nullable NotMeasured notMeasured) {
    return new Evaluation(
        request.evaluationId(),
        request.proposalId(),
        request.phase(),
        seed,
        builds,
        runs,
        parity,
        repeats,
        hardware,
        new SandboxRecord(sandbox.technology(), sandbox.protections(), sandbox.missing()),
        notMeasured);
  }
}
