package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Metric;
import dev.evolve.proposal.Changeset;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a confirmation is held to beyond its values: machine, times, looks, guards. */
class PerfGateTest {

  private static final PerfGate PERF = new PerfGate();
  private static final ConfirmationTerms TERMS = Confirmations.TERMS;

  @Test
  void saysWhatItFoundInNumbersToo() {
    GateFinding finding = PERF.judge(Confirmations.input(Confirmations.good()));

    assertThat(finding.verdict()).isEqualTo(Verdict.PASS);
    Evidence.Figures figures =
        Objects.requireNonNull(finding.evidence().getFirst().figures(), "figures");
    assertThat(figures.value()).isBetween(0.68, 0.72);
    assertThat(figures.low()).isLessThan(figures.value());
    assertThat(figures.high()).isGreaterThan(figures.value()).isLessThan(0.8);
    assertThat(figures.samples()).isEqualTo(14);
  }

  @Test
  void isInvalidOnAnotherMachineAndSaysWhatDiffers() {
    HardwareProfile of = CampaignFixtures.HARDWARE;
    HardwareProfile other =
        new HardwareProfile(
            of.architecture(),
            "another processor",
            of.cores(),
            of.memoryBytes(),
            of.os(),
            of.microcode(),
            of.compiler(),
            of.compilerSha256(),
            of.accelerators());
    ConfirmationTerms elsewhere = new ConfirmationTerms(3, 14, other, TERMS.now());

    GateFinding finding = PERF.judge(with(Confirmations.good(), elsewhere));

    assertThat(finding.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(finding.summary()).contains("cpuModel").contains("another processor");
  }

  @Test
  void isInvalidWhenStaleOrFromTheFuture() {
    assertThat(judgedAfter(Duration.ofDays(8)).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgedAfter(Duration.ofDays(8)).summary()).contains("7 days");
    assertThat(judgedAfter(Duration.ofHours(-3)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void isInvalidWhenThePairsAreOfDifferentTimes() {
    Evaluation otherDay =
        changed(r -> r.arm() == Arm.CANDIDATE ? at(r, plus(r, Duration.ofHours(20))) : r);
    Evaluation unknown = changed(r -> r.round() == 3 ? at(r, null) : r);
    Evaluation otherOrder =
        changed(r -> at(r, plus(r, Duration.ofSeconds(r.position() == 0 ? 1 : -1))));

    assertThat(PERF.judge(Confirmations.input(otherDay)).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(PERF.judge(Confirmations.input(unknown)).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(PERF.judge(Confirmations.input(otherOrder)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void acceptsAGainWhoseHalfIsSureAndNotOneThatIsHalfAsLarge() {
    assertThat(PERF.judge(Confirmations.input(Confirmations.of(0.87, 0.01, 14, 1))).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(PERF.judge(Confirmations.input(Confirmations.of(0.95, 0.01, 14, 1))).verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void failsWhenAGuardPaysForTheGain() {
    GateFinding paid = judgeWithGuard(1.05);
    GateFinding free = judgeWithGuard(1.0);

    assertThat(paid.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(paid.summary()).contains("startup").contains("pays for the gain");
    assertThat(free.verdict()).isEqualTo(Verdict.PASS);
    assertThat(judgeWithGuard(Double.NaN).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void saysHowManyPairsAnAnswerWouldTake() {
    GateFinding finding = PERF.judge(Confirmations.input(Confirmations.of(0.85, 0.12, 14, 4)));

    assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(finding.summary()).containsPattern("takes about \\d+ of them");
  }

  @Test
  void endsAConfirmationOnceItsAnswerIsKnown() {
    assertThat(isEnough(Confirmations.of(0.7, 0.02, 9, 3))).isTrue();
    assertThat(isEnough(Confirmations.of(1.0, 0.02, 9, 3))).isTrue();
    assertThat(isEnough(Confirmations.of(0.7, 0.02, 10, 3))).isFalse();
    assertThat(isEnough(Confirmations.of(0.89, 0.08, 9, 3))).isFalse();
    assertThat(isEnough(Confirmations.withRuns(Confirmations.good(), runs -> List.of()))).isFalse();
  }

  @Test
  void endsAConfirmationThatCannotPassAnyMore() {
    Evaluation spoilt =
        Confirmations.withRuns(
            Confirmations.of(0.7, 0.02, 9, 3),
            runs -> {
              runs.set(4, Confirmations.with(runs.get(4), Double.NaN, "ns"));
              return runs;
            });
    assertThat(isEnough(spoilt)).isTrue();
  }

  @Test
  void tellsBeforeTheRunsWhatTheyWillFind() {
    assertThat(Gates.stoppingRule().plan(REQUEST))
        .containsPattern("a true gain of 1[0-5]\\.\\d % is accepted")
        .contains("14 pairs");
  }

  private static final EvaluationRequest REQUEST =
      new EvaluationRequest(
          "e",
          "toy-1-01",
          CampaignFixtures.SOURCE,
          CampaignFixtures.pack(),
          new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(3)),
          Evaluation.Phase.CONFIRMATION,
          14,
          3,
          0.03,
          null);

  private static boolean isEnough(Evaluation evaluation) {
    return Gates.stoppingRule().isEnough(REQUEST, evaluation.runs());
  }

  private static GateFinding judgeWithGuard(double ratio) {
    BenchPack of = CampaignFixtures.pack();
    List<Metric> metrics = new ArrayList<>(of.metrics());
    metrics.add(
        new Metric(
            "startup", "ms", Metric.Direction.LOWER, Metric.Role.GUARD, "time to start", 0.02));
    Evaluation evaluation =
        changed(
            run -> {
              TreeMap<String, MetricValue> values = new TreeMap<>(run.metrics());
              double value = 100 + run.round() % 3 * 0.1;
              values.put(
                  "startup",
                  new MetricValue(run.arm() == Arm.CANDIDATE ? value * ratio : value, "ms"));
              return Confirmations.with(run, values);
            });
    return PERF.judge(Confirmations.input(withMetrics(of, metrics), evaluation));
  }

  private static BenchPack withMetrics(BenchPack of, List<Metric> metrics) {
    return new BenchPack(
        of.version(),
        of.name(),
        of.domain(),
        of.description(),
        of.knobs(),
        of.constraints(),
        of.configuration(),
        of.editable(),
        of.build(),
        of.bench(),
        of.scenarios(),
        metrics,
        of.output(),
        of.limits(),
        of.gates(),
        of.service(),
        of.canary(),
        of.budget());
  }

  private static GateFinding judgedAfter(Duration age) {
    return PERF.judge(
        with(
            Confirmations.good(),
            new ConfirmationTerms(
                3, 14, CampaignFixtures.HARDWARE, Confirmations.START.plus(age))));
  }

  private static GateInput with(Evaluation evaluation, ConfirmationTerms terms) {
    GateInput input = Confirmations.input(evaluation);
    return new GateInput(
        input.pack(), "", input.proposal(), input.diff(), evaluation, terms, null, null);
  }

  private static Evaluation changed(UnaryOperator<BenchRun> change) {
    return Confirmations.withRuns(Confirmations.good(), runs -> runs.stream().map(change).toList());
  }

  private static Instant plus(BenchRun run, Duration duration) {
    Instant started = run.startedAt();
    return started == null ? Instant.EPOCH : started.plus(duration);
  }

  private static BenchRun at(BenchRun run, @Nullable Instant start) {
    return copy(run, new TreeMap<>(run.metrics()), start);
  }

  private static BenchRun copy(
      BenchRun run, TreeMap<String, MetricValue> metrics, @Nullable Instant start) {
    return new BenchRun(
        run.scenario(),
        run.arm(),
        run.round(),
        run.position(),
        run.seed(),
        run.status(),
        run.detail(),
        metrics,
        run.outputSha256(),
        run.outputBytes(),
        run.usage(),
        run.hashes(),
        start);
  }
}
