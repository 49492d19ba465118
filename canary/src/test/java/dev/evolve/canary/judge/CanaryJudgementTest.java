package dev.evolve.canary.judge;

import static dev.evolve.canary.judge.SimulatedCanary.HICCUPS;
import static dev.evolve.canary.judge.SimulatedCanary.SMOOTH;
import static dev.evolve.canary.judge.SimulatedCanary.STAGES;
import static dev.evolve.canary.judge.SimulatedCanary.TOLERANCES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.pack.BenchPack.Thresholds.CanaryTolerances;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanaryJudgementTest {

  private final CanaryJudgement judge = new CanaryJudgement(JudgeSettings.standard());

  private static SimulatedCanary slower(double factor) {
    return new SimulatedCanary(STAGES, SMOOTH, latency -> latency * factor, 0);
  }

  private CanaryReport judge(List<CanaryStageReport> stages) {
    return judge.judge(STAGES, TOLERANCES, stages);
  }

  @Test
  void promotesIdenticalArmsAfterTheLastStageOnly() {
    List<CanaryStageReport> stages = slower(0.99).run(1);

    assertThat(judge(stages.subList(0, 1)).verdict()).isEqualTo(CanaryVerdict.HOLD);
    CanaryReport report = judge(stages);
    assertThat(report.verdict()).as(report.summary()).isEqualTo(CanaryVerdict.PROMOTE);
    assertThat(report.evidence())
        .extracting(Evidence::name)
        .containsExactly("requests", "errors", "typical latency", "p95", "p99");
    assertThat(report.evidence()).allMatch(item -> item.verdict() == Verdict.PASS);
    assertThat(report.evidence().get(3).observed()).contains("baseline", "candidate", "ratio");
  }

  @Test
  void promotesFasterCandidatesAsARule() {
    assertThat(slower(0.7).count(CanaryVerdict.PROMOTE, 200, 11)).isEqualTo(200);
  }

  @Test
  void revertsWhatIsHalfAsSlowAgain() {
    assertThat(slower(1.5).count(CanaryVerdict.REVERT, 200, 12)).isEqualTo(200);
  }

  @Test
  void revertsAtTheFirstStageWhatIsThreeTimesSlower() {
    List<CanaryStageReport> stages = slower(3).run(13);

    assertThat(judge(stages.subList(0, 1)).verdict()).isEqualTo(CanaryVerdict.REVERT);
  }

  @Test
  void neverPromotesATailThatIsTenTimesSlowerAtAnEqualMedian() {
    SimulatedCanary canary =
        new SimulatedCanary(STAGES, SMOOTH, latency -> latency > 3.1 ? latency * 10 : latency, 0);

    assertThat(canary.count(CanaryVerdict.PROMOTE, 200, 14)).isZero();
    assertThat(canary.count(CanaryVerdict.REVERT, 200, 14)).isGreaterThanOrEqualTo(80);
  }

  @Test
  void neverPromotesACandidateThatStallsOnceForATenthOfTheTime() {
    List<CanaryStageReport> stages = new ArrayList<>(slower(0.9).run(1));
    stages.set(
        1,
        withCandidate(
            stages.get(1),
            seen -> {
              List<Double> latencies = new ArrayList<>(seen.latenciesMs());
              latencies.subList(50, 75).replaceAll(latency -> latency + 500);
              return withLatencies(seen, latencies);
            }));

    assertThat(judge(stages).verdict()).isIn(CanaryVerdict.REVERT, CanaryVerdict.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 1.0})
  void revertsErrors(double rate) {
    SimulatedCanary canary = new SimulatedCanary(STAGES, SMOOTH, latency -> latency, rate);

    assertThat(canary.count(CanaryVerdict.REVERT, 100, 15)).isEqualTo(100);
  }

  @Test
  void doesNotDecideOnASingleErrorThatIsNotTolerated() {
    List<CanaryStageReport> stages = new ArrayList<>(slower(0.99).run(1));
    stages.set(1, withCandidate(stages.get(1), CanaryJudgementTest::withOneError));

    CanaryReport report = judge(stages);

    assertThat(report.verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(report.summary()).contains("errors", "1 of");
    CanaryTolerances lenient = new CanaryTolerances(0.10, 0.25, 0.01);
    assertThat(judge.judge(STAGES, lenient, stages).verdict()).isEqualTo(CanaryVerdict.PROMOTE);
  }

  private static ArmObservation withOneError(ArmObservation seen) {
    List<Double> latencies = seen.latenciesMs().subList(1, seen.latenciesMs().size());
    return new ArmObservation(seen.arm(), seen.requests(), 1, latencies);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void revertsAtMostOneHarmlessCandidateInAHundred(boolean smooth) {
    SimulatedCanary canary =
        new SimulatedCanary(STAGES, smooth ? SMOOTH : HICCUPS, latency -> latency, 0);

    assertThat(canary.count(CanaryVerdict.REVERT, 500, 21)).isLessThanOrEqualTo(5);
  }

  @Test
  void revertsAtMostOneHarmlessCandidateInAHundredOnAMachineWithBadMinutes() {
    SimulatedCanary canary =
        new SimulatedCanary(STAGES, SimulatedCanary.bursts(), latency -> latency, 0);

    assertThat(canary.count(CanaryVerdict.REVERT, 500, 23)).isLessThanOrEqualTo(5);
  }

  @Test
  void seesThroughBadMinutesOfTheMachine() {
    SimulatedCanary canary =
        new SimulatedCanary(STAGES, SimulatedCanary.bursts(), latency -> latency * 1.3, 0);

    assertThat(canary.count(CanaryVerdict.REVERT, 200, 24)).isGreaterThanOrEqualTo(170);
  }

  @Test
  void revertsAtMostOneCandidateInAHundredThatIsJustTolerable() {
    assertThat(slower(1.1).count(CanaryVerdict.REVERT, 500, 22)).isLessThanOrEqualTo(5);
  }

  @Test
  void isNotConfusedByStagesOfDifferentLoad() {
    // The second stage is three times slower for both arms, and has most of the candidate's share.
    List<CanaryStageReport> stages = new ArrayList<>(slower(0.99).run(1));
    UnaryOperator<ArmObservation> loaded =
        seen -> withLatencies(seen, seen.latenciesMs().stream().map(ms -> ms * 3).toList());
    stages.set(1, withBaseline(withCandidate(stages.get(1), loaded), loaded));

    assertThat(judge(stages).verdict()).isEqualTo(CanaryVerdict.PROMOTE);
  }

  @Test
  void saysTheSameInEveryUnit() {
    for (long seed = 0; seed < 20; seed++) {
      List<CanaryStageReport> stages = slower(1.12).run(seed);
      UnaryOperator<ArmObservation> inMicroseconds =
          seen -> withLatencies(seen, seen.latenciesMs().stream().map(ms -> ms * 1024).toList());
      List<CanaryStageReport> scaled =
          stages.stream()
              .map(stage -> withBaseline(withCandidate(stage, inMicroseconds), inMicroseconds))
              .toList();

      assertThat(judge(scaled).verdict()).isEqualTo(judge(stages).verdict());
    }
  }

  @Test
  void doesNotDecideOnSilence() {
    CanaryStageReport silent =
        SimulatedCanary.report(0, 0.1, Collections.nCopies(200, 2.0), List.of(), 0);

    assertThat(judge(List.of()).verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(judge(List.of(silent)).verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(judge(List.of(silent)).summary()).contains("CANDIDATE has 0 requests");
  }

  @Test
  void doesNotDecideOnTooFewRequests() {
    List<Stage> short1 = List.of(new Stage(0.5, 100));
    SimulatedCanary canary = new SimulatedCanary(short1, SMOOTH, latency -> latency * 0.5, 0);

    CanaryReport report = canary.judgeInTurn(3);

    assertThat(report.verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(report.summary()).contains("requests", "at least 100");
  }

  @Test
  void revertsAStageThatCouldNotBeRun() {
    CanaryStageReport broken =
        new CanaryStageReport(
            0,
            0.1,
            new ArmObservation(Arm.BASELINE, 0, 0, List.of()),
            new ArmObservation(Arm.CANDIDATE, 0, 0, List.of()),
            "the candidate did not get healthy",
            10);

    CanaryReport report = judge(List.of(broken));

    assertThat(report.verdict()).isEqualTo(CanaryVerdict.REVERT);
    assertThat(report.summary()).contains("did not get healthy");
  }

  @Test
  void holdsTiesToBeEqual() {
    List<CanaryStageReport> stages =
        List.of(
            SimulatedCanary.report(
                0, 0.1, Collections.nCopies(150, 2.0), Collections.nCopies(50, 2.0), 0),
            SimulatedCanary.report(
                1, 0.5, Collections.nCopies(200, 2.0), Collections.nCopies(200, 2.0), 0));

    CanaryReport report = judge(stages);

    assertThat(report.verdict()).as(report.summary()).isEqualTo(CanaryVerdict.PROMOTE);
  }

  /** Ways in which a report can be wrong, each of which must keep it from promoting. */
  private static final List<UnaryOperator<CanaryStageReport>> CORRUPTIONS =
      List.of(
          stage -> withCandidate(stage, seen -> withFirst(seen, Double.NaN)),
          stage -> withCandidate(stage, seen -> withFirst(seen, -1.0)),
          stage -> withCandidate(stage, seen -> withFirst(seen, 0.0)),
          stage -> withCandidate(stage, seen -> withFirst(seen, Double.POSITIVE_INFINITY)),
          stage -> withBaseline(stage, seen -> withFirst(seen, Double.NaN)),
          stage -> withCandidate(stage, seen -> withLatencies(seen, List.of())),
          stage ->
              withCandidate(stage, seen -> withLatencies(seen, seen.latenciesMs().subList(1, 5))),
          stage -> withCandidate(stage, seen -> new ArmObservation(seen.arm(), 0, 0, List.of())),
          stage -> withBaseline(stage, seen -> new ArmObservation(seen.arm(), 0, 0, List.of())),
          stage -> withBaseline(stage, seen -> arm(seen, -seen.requests(), seen.errors())),
          stage -> withCandidate(stage, seen -> arm(seen, seen.requests(), -1)),
          stage -> withCandidate(stage, seen -> arm(seen, seen.requests(), seen.requests() + 1)),
          stage -> withCandidate(stage, seen -> arm(seen, Long.MAX_VALUE, 0)),
          stage -> withCandidate(stage, seen -> stage.baseline()),
          stage ->
              new CanaryStageReport(7, stage.weight(), stage.baseline(), stage.candidate(), "", 1),
          stage ->
              new CanaryStageReport(stage.stage(), 0, stage.baseline(), stage.candidate(), "", 1),
          stage ->
              new CanaryStageReport(
                  stage.stage(), Double.NaN, stage.baseline(), stage.candidate(), "", 1),
          stage ->
              new CanaryStageReport(
                  stage.stage(), stage.weight(), stage.baseline(), stage.candidate(), "broken", 1));

  @Test
  void neverPromotesGarbage() {
    SplittableRandom random = new SplittableRandom(99);
    for (int trial = 0; trial < 400; trial++) {
      List<CanaryStageReport> stages = new ArrayList<>(slower(0.5).run(random.nextLong()));
      int stage = random.nextInt(stages.size());
      int corruption = random.nextInt(CORRUPTIONS.size());
      stages.set(stage, CORRUPTIONS.get(corruption).apply(stages.get(stage)));

      assertThat(judge(stages).verdict())
          .as("corruption %d of stage %d", corruption, stage)
          .isNotIn(CanaryVerdict.PROMOTE, CanaryVerdict.HOLD);
    }
  }

  @Test
  void neverPromotesAnIncompleteOrSwollenList() {
    List<CanaryStageReport> stages = slower(0.5).run(5);
    List<CanaryStageReport> swollen = new ArrayList<>(stages);
    swollen.add(stages.getLast());

    assertThat(judge(stages).verdict()).isEqualTo(CanaryVerdict.PROMOTE);
    assertThat(judge(stages.subList(0, 1)).verdict()).isEqualTo(CanaryVerdict.HOLD);
    assertThat(judge(stages.subList(1, 2)).verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(judge(swollen).verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
    assertThat(judge.judge(List.of(), TOLERANCES, stages).verdict())
        .isEqualTo(CanaryVerdict.INCONCLUSIVE);
    CanaryTolerances broken = new CanaryTolerances(Double.NaN, 0.25, 0);
    assertThat(judge.judge(STAGES, broken, stages).verdict()).isEqualTo(CanaryVerdict.INCONCLUSIVE);
  }

  private static CanaryStageReport withCandidate(
      CanaryStageReport stage, UnaryOperator<ArmObservation> change) {
    return new CanaryStageReport(
        stage.stage(),
        stage.weight(),
        stage.baseline(),
        change.apply(stage.candidate()),
        stage.problem(),
        stage.durationMs());
  }

  private static CanaryStageReport withBaseline(
      CanaryStageReport stage, UnaryOperator<ArmObservation> change) {
    return new CanaryStageReport(
        stage.stage(),
        stage.weight(),
        change.apply(stage.baseline()),
        stage.candidate(),
        stage.problem(),
        stage.durationMs());
  }

  private static ArmObservation arm(ArmObservation seen, long requests, long errors) {
    return new ArmObservation(seen.arm(), requests, errors, seen.latenciesMs());
  }

  private static ArmObservation withLatencies(ArmObservation seen, List<Double> latencies) {
    return new ArmObservation(seen.arm(), seen.requests(), seen.errors(), latencies);
  }

  private static ArmObservation withFirst(ArmObservation seen, double latency) {
    List<Double> latencies = new ArrayList<>(seen.latenciesMs());
    latencies.set(0, latency);
    return withLatencies(seen, latencies);
  }
}
