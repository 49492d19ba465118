package dev.evolve.canary.judge;

import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.pack.BenchPack.Thresholds.CanaryTolerances;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/** Canaries whose truth is known: latencies drawn from a distribution, arms drawn by weight. */
final class SimulatedCanary {

  static final List<Stage> STAGES = List.of(new Stage(0.1, 200), new Stage(0.5, 400));
  static final CanaryTolerances TOLERANCES = new CanaryTolerances(0.10, 0.25, 0.0);

  /** Log-normal around 2 ms with one request in fifty ten times slower. */
  static final ToDoubleFunction<SplittableRandom> HICCUPS =
      random -> Math.exp(0.5 * random.nextGaussian()) * (random.nextInt(50) == 0 ? 20 : 2);

  /** Log-normal around 2 ms, on a machine that is three times slower for a hundred requests. */
  static ToDoubleFunction<SplittableRandom> bursts() {
    boolean[] slow = {false};
    return random -> {
      slow[0] = random.nextInt(100) == 0 ? !slow[0] : slow[0];
      return Math.exp(0.3 * random.nextGaussian()) * (slow[0] ? 6 : 2);
    };
  }

  /** Log-normal around 2 ms. */
  static final ToDoubleFunction<SplittableRandom> SMOOTH =
      random -> 2 * Math.exp(0.3 * random.nextGaussian());

  private final CanaryJudgement judge = new CanaryJudgement(JudgeSettings.standard());
  private final List<Stage> stages;
  private final ToDoubleFunction<SplittableRandom> latency;
  private final DoubleUnaryOperator harm;
  private final double errorRate;

  /**
   * @param latency of a healthy request
   * @param harm what becomes of it in the candidate
   * @param errorRate share of the candidate's requests that fail
   */
  SimulatedCanary(
      List<Stage> stages,
      ToDoubleFunction<SplittableRandom> latency,
      DoubleUnaryOperator harm,
      double errorRate) {
    this.stages = stages;
    this.latency = latency;
    this.harm = harm;
    this.errorRate = errorRate;
  }

  List<CanaryStageReport> run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<CanaryStageReport> reports = new ArrayList<>();
    for (int i = 0; i < stages.size(); i++) {
      reports.add(stage(i, random));
    }
    return reports;
  }

  private CanaryStageReport stage(int index, SplittableRandom random) {
    Stage stage = stages.get(index);
    List<Double> baseline = new ArrayList<>();
    List<Double> candidate = new ArrayList<>();
    long errors = 0;
    for (int i = 0; i < stage.requests(); i++) {
      double drawn = latency.applyAsDouble(random);
      if (random.nextDouble() >= stage.weight()) {
        baseline.add(drawn);
      } else if (random.nextDouble() < errorRate) {
        errors++;
      } else {
        candidate.add(harm.applyAsDouble(drawn));
      }
    }
    return report(index, stage.weight(), baseline, candidate, errors);
  }

  static CanaryStageReport report(
      int index, double weight, List<Double> baseline, List<Double> candidate, long errors) {
    return new CanaryStageReport(
        index,
        weight,
        new ArmObservation(Arm.BASELINE, baseline.size(), 0, baseline),
        new ArmObservation(Arm.CANDIDATE, candidate.size() + errors, errors, candidate),
        "",
        1000);
  }

  /** Judges after every stage, as a campaign does, and says what the end was. */
  CanaryReport judgeInTurn(long seed) {
    List<CanaryStageReport> reports = run(seed);
    CanaryReport report = judge.judge(stages, TOLERANCES, List.of());
    for (int shown = 1; shown <= reports.size(); shown++) {
      report = judge.judge(stages, TOLERANCES, reports.subList(0, shown));
      if (report.verdict() != CanaryVerdict.HOLD) {
        return report;
      }
    }
    return report;
  }

  /** How often a verdict came out. */
  int count(CanaryVerdict verdict, int trials, long firstSeed) {
    int count = 0;
    for (int i = 0; i < trials; i++) {
      if (judgeInTurn(firstSeed + i).verdict() == verdict) {
        count++;
      }
    }
    return count;
  }
}
