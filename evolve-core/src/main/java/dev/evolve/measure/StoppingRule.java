package dev.evolve.measure;

import java.util.List;

/** Says whether more rounds of a confirmation can still change what it shows. */
@FunctionalInterface
public interface StoppingRule {

  /** Every round of the budget is run. */
  StoppingRule WHOLE_BUDGET = (request, runs) -> false;

  /** What the runs will be able to show, told before they are made; empty if that is not known. */
  default String plan(EvaluationRequest request) {
    return "";
  }

  /**
   * Whether the runs so far are enough.
   *
   * @param request what is confirmed
   * @param runs all runs of complete rounds, in the order they ran
   */
  boolean isEnough(EvaluationRequest request, List<BenchRun> runs);
}
