package dev.evolve.measure;

import java.util.List;

/** Says whether more rounds of a confirmation can still change what it shows. */
@FunctionalInterface
public interface StoppingRule {

  /** Every round of the budget is run. */
  StoppingRule WHOLE_BUDGET = (request, runs) -> false;

  /**
   * Whether the runs so far are enough.
   *
   * @param request what is confirmed
   * @param runs all runs of complete rounds, in the order they ran
   */
  boolean isEnough(EvaluationRequest request, List<BenchRun> runs);
}
