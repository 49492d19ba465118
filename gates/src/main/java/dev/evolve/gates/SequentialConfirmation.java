package dev.evolve.gates;

import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.StoppingRule;
import java.util.List;

/**
 * Ends a confirmation as soon as the perf gate's answer is known or out of reach, at the looks that
 * the gate knows of. Runs that no number can be read from are left to the gates.
 */
final class SequentialConfirmation implements StoppingRule {

  @Override
  public boolean isEnough(EvaluationRequest request, List<BenchRun> runs) {
    GroupSequentialDesign design =
        PerfAnswers.design(request.pack(), request.rounds(), request.confirmations());
    int rounds = runs.stream().mapToInt(BenchRun::round).max().orElse(-1) + 1;
    if (design.level(rounds).isEmpty()) {
      return false;
    }
    List<PerfQuestion> questions = PerfQuestion.of(request.pack(), runs);
    try {
      return PerfAnswers.of(questions, design, runs).isEnough();
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }
}
