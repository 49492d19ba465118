package dev.evolve.measure;

import dev.evolve.loop.Cancellation;
import java.util.List;

/** Builds and measures a candidate beside its baseline. */
public interface Evaluator {

  /**
   * Builds both arms in a sandbox, draws inputs, runs the arms interleaved and compares their
   * outputs. A candidate's failure is an outcome in the evaluation, not an exception; the runs stop
   * at the first run of the candidate that is not OK.
   *
   * @param request what is to be measured
   * @param progress told of every build and run as it ends
   * @param cancellation looked at between processes
   * @throws dev.evolve.error.EvolveException if the baseline does not build or run, or the sandbox
   *     cannot be had
   * @throws java.util.concurrent.CancellationException if it was cancelled
   * @throws InterruptedException if the thread was interrupted; nothing of it still runs then
   */
  Evaluation evaluate(
      EvaluationRequest request, EvaluationProgress progress, Cancellation cancellation)
      throws InterruptedException;

  /**
   * Runs the soak of the pack with the binaries of a confirmation: baseline and candidate beside
   * one another on the same work. An arm that breaks down is an outcome, not an exception.
   *
   * @param request what was confirmed, of a pack with a soak
   * @param confirmation the evaluation whose builds run
   * @param progress told of samples as they are taken
   * @param cancellation looked at every second
   * @return what was seen of each arm at each pace
   * @throws dev.evolve.error.EvolveException if the builds or the sandbox cannot be had
   * @throws java.util.concurrent.CancellationException if it was cancelled
   * @throws InterruptedException if the thread was interrupted; nothing of it still runs then
   */
  List<SoakObservation> soak(
      EvaluationRequest request,
      Evaluation confirmation,
      EvaluationProgress progress,
      Cancellation cancellation)
      throws InterruptedException;
}
