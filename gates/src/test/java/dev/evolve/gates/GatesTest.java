package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.sandbox.ResourceUsage;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each gate passes, and everything that it must not pass. */
class GatesTest {

  private static final Gate PERF = new PerfGate();
  private static final Gate DETERMINISM = new DeterminismGate();
  private static final Gate MEMORY = new MemoryGate();
  private static final Gate PROMOTION = new PromotionGate();
  private static final Gate SAFETY = new SafetyGate(SecretRules.shipped());

  @Test
  void passesATrueGainOnEveryScenario() {
    GateInput input = Confirmations.input(Confirmations.good());

    for (Gate gate : List.of(PERF, DETERMINISM, MEMORY, SAFETY)) {
      assertThat(gate.judge(input).verdict()).as(gate.name()).isEqualTo(Verdict.PASS);
    }
    assertThat(PERF.judge(input).effects()).hasSize(3);
  }

  @Test
  void neverPassesAnIdenticalCandidate() {
    for (int seed = 0; seed < 300; seed++) {
      GateInput input = Confirmations.input(Confirmations.of(1.0, 0.05, 14, seed));
      assertThat(PERF.judge(input).verdict()).as("seed %s", seed).isNotEqualTo(Verdict.PASS);
    }
  }

  @Test
  void passesATwentyPerCentGainUnderThreePerCentNoiseNearlyAlways() {
    int passed = 0;
    for (int seed = 0; seed < 60; seed++) {
      GateInput input = Confirmations.input(Confirmations.of(0.8, 0.03, 14, seed));
      passed += PERF.judge(input).verdict() == Verdict.PASS ? 1 : 0;
    }
    assertThat(passed).isGreaterThanOrEqualTo(57);
  }

  @Test
  void failsAGainOnTrainScenariosOnlyAndNamesTheHoldout() {
    Evaluation evaluation =
        Confirmations.withRuns(
            Confirmations.good(),
            runs ->
                runs.stream()
                    .map(
                        run ->
                            run.scenario().equals("odd") && run.arm() == Arm.CANDIDATE
                                ? Confirmations.with(run, 1000, "ns")
                                : run)
                    .toList());

    GateFinding finding = PERF.judge(Confirmations.input(evaluation));

    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(finding.summary()).contains("odd").contains("holdout");
  }

  @Test
  void doesNotJudgeRunsThatEndedBetweenTheLooks() {
    GateFinding finding = PERF.judge(Confirmations.input(Confirmations.of(0.5, 0.01, 4, 1)));

    assertThat(finding.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(finding.summary()).contains("4 rounds").contains("[9, 11, 14]");
  }

  @Test
  void doesNotDecideWhenTheIntervalStraddlesTheLimit() {
    GateFinding finding = PERF.judge(Confirmations.input(Confirmations.of(0.89, 0.05, 14, 2)));

    assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void failsABinaryThatTheChangeDidNotReach() {
    BuildRecord baseline = Confirmations.build(Arm.BASELINE);
    BuildRecord same =
        new BuildRecord(
            Arm.CANDIDATE, BuildRecord.Status.OK, 5, new TreeMap<>(baseline.artifacts()), "");
    Evaluation evaluation = Confirmations.withBuilds(Confirmations.good(), List.of(baseline, same));

    assertThat(PERF.judge(Confirmations.input(evaluation)).summary()).contains("byte for byte");
  }

  static Stream<Arguments> degenerateConfirmations() {
    Evaluation good = Confirmations.good();
    return Stream.of(
        Arguments.of("NaN", firstCandidate(good, run -> Confirmations.with(run, Double.NaN, "ns"))),
        Arguments.of("zero", firstCandidate(good, run -> Confirmations.with(run, 0, "ns"))),
        Arguments.of(
            "infinite",
            firstCandidate(good, run -> Confirmations.with(run, Double.POSITIVE_INFINITY, "ns"))),
        Arguments.of("negative", firstCandidate(good, run -> Confirmations.with(run, -700, "ns"))),
        Arguments.of(
            "another unit", firstCandidate(good, run -> Confirmations.with(run, 0.7, "us"))),
        Arguments.of(
            "a crash",
            firstCandidate(good, run -> Confirmations.withStatus(run, BenchRun.Status.CRASHED))),
        Arguments.of(
            "a time-out",
            firstCandidate(good, run -> Confirmations.withStatus(run, BenchRun.Status.TIMED_OUT))),
        Arguments.of(
            "no output",
            firstCandidate(
                good, run -> Confirmations.withStatus(run, BenchRun.Status.MISSING_OUTPUT))),
        Arguments.of("no runs", Confirmations.withRuns(good, runs -> List.of())),
        Arguments.of(
            "one arm only",
            Confirmations.withRuns(
                good, runs -> runs.stream().filter(r -> r.arm() == Arm.CANDIDATE).toList())),
        Arguments.of(
            "a scenario missing",
            Confirmations.withRuns(
                good, runs -> runs.stream().filter(r -> !r.scenario().equals("odd")).toList())),
        Arguments.of(
            "rounds doubled",
            Confirmations.withRuns(
                good,
                runs -> {
                  List<BenchRun> twice = new ArrayList<>(runs);
                  twice.addAll(runs);
                  return twice;
                })),
        Arguments.of(
            "other inputs for the candidate",
            firstCandidate(
                good, run -> Confirmations.placed(run, run.round(), run.position(), 99))),
        Arguments.of(
            "always the same order",
            Confirmations.withRuns(
                good,
                runs ->
                    runs.stream()
                        .map(
                            r ->
                                Confirmations.placed(
                                    r, r.round(), r.arm() == Arm.BASELINE ? 0 : 1, r.seed()))
                        .toList())),
        Arguments.of(
            "rounds permuted",
            Confirmations.withRuns(
                good,
                runs ->
                    runs.stream()
                        .map(
                            r ->
                                r.arm() == Arm.CANDIDATE
                                    ? Confirmations.placed(
                                        r, (r.round() + 1) % 14, r.position(), r.seed())
                                    : r)
                        .toList())),
        Arguments.of("rounds in another order", Confirmations.withRuns(good, List::reversed)),
        Arguments.of(
            "a round left out",
            Confirmations.withRuns(
                good,
                runs ->
                    runs.stream()
                        .filter(r -> !(r.scenario().equals("small") && r.round() == 5))
                        .toList())),
        Arguments.of(
            "odd positions",
            firstCandidate(good, run -> Confirmations.placed(run, run.round(), 7, run.seed()))),
        Arguments.of("another candidate", Confirmations.withProposal(good, "toy-1-02")),
        Arguments.of("the screening", Confirmations.withPhase(good, Evaluation.Phase.SCREENING)),
        Arguments.of("no builds", Confirmations.withBuilds(good, List.of())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("degenerateConfirmations")
  void passesNothingThatIsDegenerate(String name, Evaluation evaluation) {
    assertThat(PERF.judge(Confirmations.input(evaluation)).verdict()).isNotEqualTo(Verdict.PASS);
  }

  @Test
  void passesNothingWithoutAConfirmation() {
    GateInput input =
        new GateInput(
            CampaignFixtures.pack(),
            "",
            Confirmations.input(Confirmations.good()).proposal(),
            Confirmations.DIFF,
            null,
            Confirmations.TERMS,
            null,
            null);
    for (Gate gate : List.of(PERF, DETERMINISM, MEMORY, PROMOTION)) {
      assertThat(gate.judge(input).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }
  }

  @Test
  void failsAnOutputThatDiffersByMoreThanTheTolerance() {
    assertParity(parity -> observation(parity, 1.1e-6, 0, ""), Verdict.FAIL);
    assertParity(parity -> observation(parity, 0.9e-6, 0, ""), Verdict.PASS);
    assertParity(parity -> observation(parity, Double.NaN, 0, ""), Verdict.FAIL);
    assertParity(parity -> observation(parity, 0, 1, ""), Verdict.FAIL);
    assertParity(parity -> observation(parity, 0, 0, "sizes differ"), Verdict.FAIL);
  }

  private static ParityObservation observation(
      ParityObservation of, double relativeL2, long mismatches, String problem) {
    return new ParityObservation(
        of.scenario(),
        of.round(),
        of.seed(),
        9,
        relativeL2,
        0,
        mismatches,
        false,
        problem,
        Double.isNaN(relativeL2) ? null : Confirmations.magnitude(relativeL2));
  }

  private static void assertParity(UnaryOperator<ParityObservation> change, Verdict expected) {
    Evaluation evaluation =
        Confirmations.withParity(
            Confirmations.good(),
            parity -> {
              parity.set(4, change.apply(parity.get(4)));
              return parity;
            });
    assertThat(DETERMINISM.judge(Confirmations.input(evaluation)).verdict()).isEqualTo(expected);
  }

  @Test
  void doesNotPassARoundWhoseOutputsWereNotCompared() {
    Evaluation evaluation =
        Confirmations.withParity(Confirmations.good(), parity -> parity.subList(1, parity.size()));

    assertThat(DETERMINISM.judge(Confirmations.input(evaluation)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void doesNotPassOneRoundComparedTwiceInPlaceOfTwo() {
    Evaluation twice =
        Confirmations.withParity(
            Confirmations.good(),
            parity -> {
              parity.set(4, parity.get(3));
              return parity;
            });
    Evaluation otherInputs =
        Confirmations.withParity(
            Confirmations.good(),
            parity -> {
              ParityObservation of = parity.get(4);
              parity.set(
                  4,
                  new ParityObservation(
                      of.scenario(),
                      of.round(),
                      99,
                      9,
                      0,
                      0,
                      0,
                      true,
                      "",
                      Confirmations.magnitude(0)));
              return parity;
            });

    assertThat(DETERMINISM.judge(Confirmations.input(twice)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(DETERMINISM.judge(Confirmations.input(otherInputs)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void doesNotPassWithoutKnowingHowOftenItMayLook() {
    GateInput input = Confirmations.input(Confirmations.good());
    GateInput unknown =
        new GateInput(
            input.pack(),
            "",
            input.proposal(),
            input.diff(),
            input.confirmation(),
            new ConfirmationTerms(0, 14, CampaignFixtures.HARDWARE, Confirmations.TERMS.now()),
            null,
            null);

    assertThat(PERF.judge(unknown).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void failsRepeatsThatDifferAndDoesNotPassMissingOnes() {
    Evaluation good = Confirmations.good();
    List<RepeatObservation> differ = new ArrayList<>(good.repeats());
    differ.set(1, Confirmations.repeat("small", Arm.CANDIDATE, List.of("x", "y", "x")));
    List<RepeatObservation> missing = new ArrayList<>(good.repeats());
    missing.set(1, Confirmations.repeat("small", Arm.CANDIDATE, List.of("x", "missing", "x")));

    assertThat(judgeRepeats(differ)).isEqualTo(Verdict.FAIL);
    assertThat(judgeRepeats(missing)).isEqualTo(Verdict.FAIL);
    assertThat(judgeRepeats(List.of())).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static Verdict judgeRepeats(List<RepeatObservation> repeats) {
    return DETERMINISM
        .judge(Confirmations.input(Confirmations.withRepeats(Confirmations.good(), repeats)))
        .verdict();
  }

  @Test
  void failsACandidateThatTakesMoreMemory() {
    assertThat(judgeMemory(9L << 20)).isEqualTo(Verdict.FAIL);
    assertThat(judgeMemory((8L << 20) + 1000)).isEqualTo(Verdict.PASS);
  }

  private static Verdict judgeMemory(long peak) {
    Evaluation evaluation =
        Confirmations.withRuns(
            Confirmations.good(),
            runs ->
                runs.stream()
                    .map(
                        run ->
                            run.arm() == Arm.CANDIDATE
                                ? Confirmations.withUsage(run, new ResourceUsage(2000, 1000L, peak))
                                : run)
                    .toList());
    return MEMORY.judge(Confirmations.input(evaluation)).verdict();
  }

  @Test
  void doesNotPassMemoryThatCouldNotBeRead() {
    Evaluation evaluation =
        firstCandidate(
            Confirmations.good(),
            run -> Confirmations.withUsage(run, new ResourceUsage(2000, null, null)));

    assertThat(MEMORY.judge(Confirmations.input(evaluation)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void failsAChangeOfAnythingButTheConfiguration() {
    String diff = Confirmations.DIFF.replace("knobs.env", "evolve.yaml");

    GateFinding finding = SAFETY.judge(Confirmations.inputWithDiff(diff));

    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(finding.summary()).contains("evolve.yaml");
  }

  @Test
  void failsASecretNamingFileLineAndRuleButNotTheSecret() {
    String secret = "AKIA" + "Q3EGSKLMNOPYZ2UV";
    String diff = Confirmations.DIFF.replace("+TILE=3", "+TILE=3 # " + secret);

    GateFinding finding = SAFETY.judge(Confirmations.inputWithDiff(diff));

    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(finding.summary()).contains("knobs.env:1").contains("aws-access-key");
    assertThat(finding.toString()).doesNotContain(secret);
  }

  @Test
  void failsBinaryAndModeChanges() {
    String mode = Confirmations.DIFF.replace("--- a/", "old mode 100644\nnew mode 100755\n--- a/");

    assertThat(SAFETY.judge(Confirmations.inputWithDiff(mode)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(SAFETY.judge(Confirmations.inputWithDiff("")).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void findsNoSecretInHexHeavyCode() {
    SecretScanner scanner = new SecretScanner(SecretRules.shipped());
    int found = 0;
    for (int i = 0; i < 2000; i++) {
      String line =
          "static const uint64_t key_"
              + i
              + " = 0x"
              + Long.toHexString(i * 0x9E3779B97F4A7C15L)
              + ";";
      found += scanner.scan(line).isPresent() ? 1 : 0;
    }
    assertThat(found).isLessThan(2);
  }

  @Test
  void asksAllFiveInOrder() {
    assertThat(Gates.standard().stream().map(Gate::name))
        .containsExactly("determinism", "perf", "memory", "safety", "promotion");
  }

  private static Evaluation firstCandidate(Evaluation of, UnaryOperator<BenchRun> change) {
    return Confirmations.withRuns(
        of,
        runs -> {
          for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).arm() == Arm.CANDIDATE) {
              runs.set(i, change.apply(runs.get(i)));
              return runs;
            }
          }
          throw new IllegalStateException("no candidate");
        });
  }
}
