package dev.evolve.gates;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.DetectableEffect;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.StoppingRule;
import java.util.List;
import java.util.Locale;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Ends a confirmation as soon as the perf gate's answer is known or out of reach, at the looks that
 * the gate knows of.
 */
final class SequentialConfirmation implements StoppingRule {

  private static final int QUANTILES = 40;

  @Override
  public String plan(EvaluationRequest request) {
    Double noise = request.noise();
    if (noise == null) {
      return "";
    }
    Claim.Gain claim = new Claim.Gain(request.pack().gates().perf().minimumGain());
    GroupSequentialDesign design =
        PerfAnswers.design(request.pack(), request.rounds(), request.confirmations());
    double gain = DetectableEffect.gain(normal(noise), claim, design);
    return String.format(
        Locale.ROOT,
        "up to %d pairs a scenario; at %.1f %% noise a true gain of %.1f %% is accepted in %.0f %% of cases",
        request.rounds(),
        100 * noise,
        100 * gain,
        100 * DetectableEffect.POWER);
  }

  /** Values as a normal distribution has them. */
  private static double[] normal(double deviation) {
    NormalDistribution normal = new NormalDistribution();
    double[] values = new double[QUANTILES];
    for (int i = 0; i < QUANTILES; i++) {
      values[i] = deviation * normal.inverseCumulativeProbability((i + 0.5) / QUANTILES);
    }
    return values;
  }

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
      // The gate fails a value that is no positive number whatever else comes.
      return true;
    }
  }
}
