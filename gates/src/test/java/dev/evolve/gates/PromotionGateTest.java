package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Changeset;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promoted, and every evidence that must not carry a promotion. */
class PromotionGateTest {

  private static final String PROPOSAL = "toy-1-01";
  private static final String COMMIT = CampaignFixtures.SOURCE.commit();
  private static final String TREE = "1".repeat(40);
  private static final String MERGED = "2".repeat(40);
  private static final String BEFORE = "artifact of the BASELINE";
  private static final String AFTER = "artifact of the CANDIDATE";
  private static final Changeset CHANGE =
      new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(3));
  private static final List<Evidence> PASSES = List.of(evidence(Verdict.PASS));
  private static final CanaryReport.Subject SERVED =
      new CanaryReport.Subject(PROPOSAL, BEFORE, AFTER);
  private static final RollbackRehearsal.Subject REHEARSED =
      new RollbackRehearsal.Subject(COMMIT, RollbackRehearsal.Subject.of(CHANGE), MERGED);

  @Test
  void promotesOnAFullCanaryAndAWorkingRollbackOfThisCandidate() {
    GateFinding found = judge(canary(), rehearsal(), COMMIT, Confirmations.good());

    assertThat(found.summary()).contains("restores tree and artifact");
    assertThat(found.verdict()).isEqualTo(Verdict.PASS);
  }

  static Stream<Arguments> canaries() {
    List<CanaryStageReport> stages = stages();
    return Stream.of(
        Arguments.of("none", null, Verdict.INCONCLUSIVE),
        Arguments.of("HOLD", canary(stages, CanaryVerdict.HOLD, PASSES, SERVED), Verdict.FAIL),
        Arguments.of(
            "HOLD on the way",
            canary(stages.subList(0, 1), CanaryVerdict.HOLD, PASSES, SERVED),
            Verdict.INCONCLUSIVE),
        Arguments.of("REVERT", canary(stages, CanaryVerdict.REVERT, PASSES, SERVED), Verdict.FAIL),
        Arguments.of(
            "INCONCLUSIVE",
            canary(stages, CanaryVerdict.INCONCLUSIVE, PASSES, SERVED),
            Verdict.FAIL),
        Arguments.of("a stage missing", promote(stages.subList(0, 1)), Verdict.INCONCLUSIVE),
        Arguments.of("stages swapped", promote(stages.reversed()), Verdict.INCONCLUSIVE),
        Arguments.of(
            "a stage twice", promote(List.of(stages.get(0), stages.get(0))), Verdict.INCONCLUSIVE),
        Arguments.of(
            "another weight",
            promote(List.of(stages.get(0), stage(1, 0.01, 50, 50, ""))),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "too few requests",
            promote(List.of(stages.get(0), stage(1, 0.5, 40, 50, ""))),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "one arm only",
            promote(List.of(stages.get(0), stage(1, 0.5, 100, 0, ""))),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "a stage that could not run",
            promote(List.of(stages.get(0), stage(1, 0.5, 50, 50, "never healthy"))),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "no evidence",
            canary(stages, CanaryVerdict.PROMOTE, List.of(), SERVED),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "evidence that does not pass",
            canary(
                stages,
                CanaryVerdict.PROMOTE,
                List.of(evidence(Verdict.PASS), evidence(Verdict.INCONCLUSIVE)),
                SERVED),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "of nothing in particular",
            canary(stages, CanaryVerdict.PROMOTE, PASSES, null),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "of another proposal",
            of(new CanaryReport.Subject("toy-1-02", BEFORE, AFTER)),
            Verdict.INVALID),
        Arguments.of(
            "of another baseline",
            of(new CanaryReport.Subject(PROPOSAL, "other", AFTER)),
            Verdict.INVALID),
        Arguments.of(
            "of another candidate's binary",
            of(new CanaryReport.Subject(PROPOSAL, BEFORE, "other")),
            Verdict.INVALID));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("canaries")
  void promotesOnNoOtherCanary(String name, @Nullable CanaryReport canary, Verdict expected) {
    assertThat(judge(canary, rehearsal(), COMMIT, Confirmations.good()).verdict())
        .isEqualTo(expected);
  }

  static Stream<Arguments> rehearsals() {
    String change = RollbackRehearsal.Subject.of(CHANGE);
    Changeset other = new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(2));
    return Stream.of(
        Arguments.of("none", null, Verdict.INCONCLUSIVE),
        Arguments.of(
            "a problem",
            new RollbackRehearsal(TREE, TREE, BEFORE, true, "conflict", REHEARSED),
            Verdict.FAIL),
        Arguments.of(
            "another tree after it",
            new RollbackRehearsal(TREE, MERGED, BEFORE, true, "", REHEARSED),
            Verdict.FAIL),
        Arguments.of(
            "no trees", new RollbackRehearsal("", "", BEFORE, true, "", REHEARSED), Verdict.FAIL),
        Arguments.of(
            "an artifact that was not restored",
            new RollbackRehearsal(TREE, TREE, BEFORE, false, "", REHEARSED),
            Verdict.FAIL),
        Arguments.of(
            "no artifact",
            new RollbackRehearsal(TREE, TREE, "", true, "", REHEARSED),
            Verdict.FAIL),
        Arguments.of(
            "another artifact",
            new RollbackRehearsal(TREE, TREE, AFTER, true, "", REHEARSED),
            Verdict.INVALID),
        Arguments.of("of nothing in particular", unbound(), Verdict.INCONCLUSIVE),
        Arguments.of(
            "on another commit",
            of(new RollbackRehearsal.Subject("c".repeat(40), change, MERGED)),
            Verdict.INVALID),
        Arguments.of(
            "of another change",
            of(new RollbackRehearsal.Subject(COMMIT, RollbackRehearsal.Subject.of(other), MERGED)),
            Verdict.INVALID),
        Arguments.of(
            "without a merge",
            of(new RollbackRehearsal.Subject(COMMIT, change, "")),
            Verdict.INCONCLUSIVE),
        Arguments.of(
            "of a merge that changed nothing",
            of(new RollbackRehearsal.Subject(COMMIT, change, TREE)),
            Verdict.INCONCLUSIVE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rehearsals")
  void promotesOnNoOtherRehearsal(
      String name, @Nullable RollbackRehearsal rehearsal, Verdict expected) {
    assertThat(judge(canary(), rehearsal, COMMIT, Confirmations.good()).verdict())
        .isEqualTo(expected);
  }

  @Test
  void promotesNothingOfWhichCommitOrBinariesAreNotKnown() {
    Evaluation good = Confirmations.good();

    assertThat(judge(canary(), rehearsal(), "", good).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judge(canary(), rehearsal(), COMMIT, null).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(
            judge(canary(), rehearsal(), COMMIT, Confirmations.withProposal(good, "toy-1-02"))
                .verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(
            judge(canary(), rehearsal(), COMMIT, Confirmations.withBuilds(good, List.of()))
                .verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void noGatePassesWithoutAnInputThatItDeclares() {
    for (Gate gate : Gates.standard()) {
      assertThat(gate.judge(without(null)).verdict()).as(gate.name()).isEqualTo(Verdict.PASS);
      assertThat(gate.inputs()).as(gate.name()).isNotEmpty();
      for (Gate.Input input : gate.inputs()) {
        assertThat(gate.judge(without(input)).verdict())
            .as("%s without %s", gate.name(), input)
            .isNotEqualTo(Verdict.PASS);
      }
    }
  }

  private static GateInput without(Gate.@Nullable Input missing) {
    GateInput base = Confirmations.input(Confirmations.good());
    return new GateInput(
        base.pack(),
        base.packDirectory(),
        base.proposal(),
        missing == Gate.Input.DIFF ? "" : base.diff(),
        missing == Gate.Input.CONFIRMATION ? null : base.confirmation(),
        Confirmations.TERMS,
        missing == Gate.Input.CANARY ? null : canary(),
        missing == Gate.Input.REHEARSAL ? null : rehearsal(),
        COMMIT);
  }

  private static GateFinding judge(
      @Nullable CanaryReport canary,
      @Nullable RollbackRehearsal rehearsal,
      String commit,
      @Nullable Evaluation confirmation) {
    GateInput base = Confirmations.input(Confirmations.good());
    return new PromotionGate()
        .judge(
            new GateInput(
                base.pack(),
                base.packDirectory(),
                base.proposal(),
                base.diff(),
                confirmation,
                Confirmations.TERMS,
                canary,
                rehearsal,
                commit));
  }

  private static CanaryReport canary() {
    return promote(stages());
  }

  private static CanaryReport promote(List<CanaryStageReport> stages) {
    return canary(stages, CanaryVerdict.PROMOTE, PASSES, SERVED);
  }

  private static CanaryReport of(CanaryReport.Subject subject) {
    return canary(stages(), CanaryVerdict.PROMOTE, PASSES, subject);
  }

  private static CanaryReport canary(
      List<CanaryStageReport> stages,
      CanaryVerdict verdict,
      List<Evidence> evidence,
      CanaryReport.@Nullable Subject subject) {
    return new CanaryReport(stages, verdict, "s", evidence, subject);
  }

  /** As the pack declares them. */
  private static List<CanaryStageReport> stages() {
    List<CanaryStageReport> stages = new ArrayList<>();
    stages.add(stage(0, 0.1, 90, 10, ""));
    stages.add(stage(1, 0.5, 50, 50, ""));
    return stages;
  }

  private static CanaryStageReport stage(
      int stage, double weight, long baseline, long candidate, String problem) {
    return new CanaryStageReport(
        stage,
        weight,
        new ArmObservation(Arm.BASELINE, baseline, 0, List.of(1.0)),
        new ArmObservation(Arm.CANDIDATE, candidate, 0, List.of(1.0)),
        problem,
        5);
  }

  private static RollbackRehearsal rehearsal() {
    return of(REHEARSED);
  }

  private static RollbackRehearsal of(RollbackRehearsal.Subject subject) {
    return new RollbackRehearsal(TREE, TREE, BEFORE, true, "", subject);
  }

  private static RollbackRehearsal unbound() {
    return new RollbackRehearsal(TREE, TREE, BEFORE, true, "", null);
  }

  private static Evidence evidence(Verdict verdict) {
    return new Evidence("p95", verdict, "1 ms", "at most 2 ms", "");
  }
}
