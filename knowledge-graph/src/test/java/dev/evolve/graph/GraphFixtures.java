package dev.evolve.graph;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedProfile;
import dev.evolve.event.ImportedTrials;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.memory.MemoryFixtures;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.proposal.RiskScore;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Events of imaginary campaigns on the toy pack, written by hand. */
final class GraphFixtures {

  static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
  static final String PACK = CampaignFixtures.pack().name();
  static final HardwareProfile HARDWARE = CampaignFixtures.HARDWARE;
  static final HardwareProfile OTHER_HARDWARE =
      new HardwareProfile(
          "arm64", "Other CPU", 64, 1L << 36, "Linux", "2", "cc 2", "unknown", new TreeMap<>());

  private GraphFixtures() {}

  static Instant at(long second) {
    return START.plusSeconds(second);
  }

  static DomainEvent.CampaignStarted started(String campaign, long second) {
    return started(campaign, second, HARDWARE);
  }

  static DomainEvent.CampaignStarted started(
      String campaign, long second, HardwareProfile hardware) {
    return new DomainEvent.CampaignStarted(
        campaign,
        at(second),
        CampaignFixtures.SOURCE,
        CampaignFixtures.pack(),
        hardware,
        42,
        4,
        5,
        "ada");
  }

  static DomainEvent.ProposalCreated created(
      String campaign, long second, String proposal, int tile) {
    return created(campaign, second, proposal, tile, null);
  }

  static DomainEvent.ProposalCreated created(
      String campaign, long second, String proposal, int tile, @Nullable String parent) {
    return new DomainEvent.ProposalCreated(
        campaign, at(second), proposal(campaign, proposal, tile, parent), "-1\n+" + tile, "s0");
  }

  static Proposal proposal(String campaign, String id, int tile, @Nullable String parent) {
    return new Proposal(
        id,
        campaign,
        PACK,
        BenchPack.Domain.KERNEL,
        "auto-tuner",
        "Try TILE=" + tile,
        "faster",
        new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(tile)),
        parent,
        new RiskScore(0.5, new TreeMap<>()));
  }

  static DomainEvent.StageChanged moved(
      String campaign, long second, String proposal, ProposalStage from, ProposalStage to) {
    return new DomainEvent.StageChanged(
        campaign, at(second), proposal, from, to, "from " + from + " to " + to);
  }

  static DomainEvent.Evaluated confirmed(String campaign, long second, String proposal) {
    return confirmed(campaign, second, proposal, HARDWARE);
  }

  static DomainEvent.Evaluated confirmed(
      String campaign, long second, String proposal, HardwareProfile hardware) {
    return evaluated(campaign, second, proposal, Evaluation.Phase.CONFIRMATION, hardware);
  }

  static DomainEvent.Evaluated screened(String campaign, long second, String proposal) {
    return evaluated(campaign, second, proposal, Evaluation.Phase.SCREENING, HARDWARE);
  }

  private static DomainEvent.Evaluated evaluated(
      String campaign,
      long second,
      String proposal,
      Evaluation.Phase phase,
      HardwareProfile hardware) {
    return new DomainEvent.Evaluated(campaign, at(second), evaluation(proposal, phase, hardware));
  }

  static Evaluation evaluation(String proposal, Evaluation.Phase phase, HardwareProfile hardware) {
    return new Evaluation(
        proposal + "-" + phase,
        proposal,
        phase,
        7,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        hardware,
        new Evaluation.SandboxRecord("bubblewrap", List.of("no network"), List.of()));
  }

  static Effect effect(String scenario, double ratio) {
    return new Effect(
        scenario, "time", "ns", ratio, ratio - 0.02, ratio + 0.02, 0.99, 8, 100, 100 * ratio);
  }

  static DomainEvent.GateJudged perf(
      String campaign, long second, String proposal, Verdict verdict, Effect... effects) {
    return judged(campaign, second, proposal, "perf", verdict, effects);
  }

  static DomainEvent.GateJudged judged(
      String campaign,
      long second,
      String proposal,
      String gate,
      Verdict verdict,
      Effect... effects) {
    GateFinding finding =
        GateFinding.of(
            gate,
            gate + " says " + verdict,
            List.of(new Evidence("all", verdict, "x", "y", "")),
            List.of(effects));
    return new DomainEvent.GateJudged(campaign, at(second), proposal, finding);
  }

  static DomainEvent.CanaryJudged canary(
      String campaign, long second, String proposal, int stages, CanaryVerdict verdict) {
    List<CanaryStageReport> reports =
        java.util.stream.IntStream.range(0, stages).mapToObj(GraphFixtures::stage).toList();
    return new DomainEvent.CanaryJudged(
        campaign,
        at(second),
        proposal,
        new CanaryReport(reports, verdict, "stage " + stages, List.of()));
  }

  private static CanaryStageReport stage(int index) {
    return new CanaryStageReport(
        index,
        0.1,
        new ArmObservation(Arm.BASELINE, 50, 0, List.of(1.0)),
        new ArmObservation(Arm.CANDIDATE, 50, 1, List.of(1.0)),
        "",
        10);
  }

  static Approval approval(String person, long second) {
    return new Approval(person, "rest", "looks right", "c".repeat(40), "e".repeat(64), at(second));
  }

  private static OutputEnvelope envelope(String campaign, String proposal) {
    Changeset changeset = new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(2));
    return new OutputEnvelope(
        1,
        proposal,
        campaign,
        new OutputEnvelope.Plan("auto-tuner", "why", "faster", "s0"),
        List.of(),
        new OutputEnvelope.Changes("b".repeat(40), "t".repeat(40), changeset, "d".repeat(64)),
        new OutputEnvelope.Validation(
            evaluation(proposal, Evaluation.Phase.CONFIRMATION, HARDWARE),
            List.of(),
            new CanaryReport(List.of(), CanaryVerdict.PROMOTE, "fine", List.of()),
            "0".repeat(64)),
        new OutputEnvelope.Rollback("t".repeat(40), "a".repeat(64), true, "./evolve rollback"),
        new OutputEnvelope.ReproBundle("1", "2", "3", 7, "f".repeat(64), HARDWARE, "0.1.0"));
  }

  /**
   * A campaign in which the second proposal is promoted and the first refused: every event type.
   */
  static void wholeCampaign(EventLog log, String campaign, long second) {
    String refused = campaign + "-p1";
    String promoted = campaign + "-p2";
    log.append(started(campaign, second));
    log.append(created(campaign, second + 1, refused, 3));
    log.append(
        moved(campaign, second + 1, refused, ProposalStage.PROPOSED, ProposalStage.EVALUATING));
    log.append(screened(campaign, second + 2, refused));
    log.append(created(campaign, second + 3, promoted, 4, refused));
    log.append(
        moved(campaign, second + 3, promoted, ProposalStage.PROPOSED, ProposalStage.EVALUATING));
    log.append(screened(campaign, second + 4, promoted));
    log.append(new DomainEvent.SearchFinished(campaign, at(second + 5), "budget spent"));
    refuse(log, campaign, second + 6, refused);
    promote(log, campaign, second + 10, promoted);
    log.append(
        new DomainEvent.CampaignFinished(campaign, at(second + 30), "promoted", "one change"));
  }

  private static void refuse(EventLog log, String campaign, long second, String proposal) {
    log.append(confirmed(campaign, second, proposal));
    log.append(
        perf(
            campaign,
            second + 1,
            proposal,
            Verdict.FAIL,
            effect("small", 1.2),
            effect("large", 0.9),
            effect("odd", 1.0)));
    log.append(judged(campaign, second + 1, proposal, "determinism", Verdict.FAIL));
    log.append(
        moved(campaign, second + 2, proposal, ProposalStage.EVALUATING, ProposalStage.REJECTED));
  }

  private static void promote(EventLog log, String campaign, long second, String proposal) {
    log.append(confirmed(campaign, second, proposal));
    log.append(
        perf(
            campaign,
            second + 1,
            proposal,
            Verdict.PASS,
            effect("small", 0.8),
            effect("odd", 0.7)));
    log.append(judged(campaign, second + 1, proposal, "determinism", Verdict.PASS));
    log.append(
        moved(campaign, second + 2, proposal, ProposalStage.EVALUATING, ProposalStage.GATED));
    log.append(moved(campaign, second + 2, proposal, ProposalStage.GATED, ProposalStage.CANARY));
    log.append(canary(campaign, second + 3, proposal, 1, CanaryVerdict.HOLD));
    log.append(canary(campaign, second + 4, proposal, 2, CanaryVerdict.PROMOTE));
    log.append(
        new DomainEvent.RollbackRehearsed(
            campaign,
            at(second + 5),
            proposal,
            new RollbackRehearsal("t", "t", "a".repeat(64), true, "", null)));
    log.append(
        new DomainEvent.Committed(
            campaign,
            at(second + 6),
            proposal,
            "evolve/" + proposal,
            "c".repeat(40),
            "e".repeat(64),
            envelope(campaign, proposal)));
    log.append(
        moved(
            campaign, second + 6, proposal, ProposalStage.CANARY, ProposalStage.AWAITING_APPROVAL));
    log.append(
        new DomainEvent.Approved(
            campaign, at(second + 7), proposal, approval("grace", second + 7)));
    log.append(
        new DomainEvent.MergeRefused(campaign, at(second + 8), proposal, "the branch is locked"));
    log.append(
        new DomainEvent.Approved(
            campaign, at(second + 9), proposal, approval("grace", second + 9)));
    log.append(
        new DomainEvent.Merged(
            campaign, at(second + 10), proposal, "m".repeat(40), "f".repeat(64), "a".repeat(64)));
    log.append(
        moved(
            campaign,
            second + 10,
            proposal,
            ProposalStage.AWAITING_APPROVAL,
            ProposalStage.PROMOTED));
  }

  /** A campaign whose only proposal a person declined. */
  static void declinedCampaign(EventLog log, String campaign, long second) {
    String proposal = campaign + "-p1";
    log.append(started(campaign, second));
    log.append(created(campaign, second + 1, proposal, 5));
    log.append(
        new DomainEvent.Declined(
            campaign, at(second + 2), proposal, approval("grace", second + 2)));
    log.append(
        moved(campaign, second + 2, proposal, ProposalStage.PROPOSED, ProposalStage.REJECTED));
  }

  /** The rollback of a promoted proposal: a loop of its own. */
  static void rollback(EventLog log, String campaign, long second, String proposal) {
    String loop = "rollback-" + proposal;
    log.append(
        loop,
        new DomainEvent.RolledBack(
            campaign,
            at(second),
            proposal,
            "r".repeat(40),
            "t".repeat(40),
            "a".repeat(64),
            "linus",
            "it was slower at night"));
    log.append(
        loop, moved(campaign, second, proposal, ProposalStage.PROMOTED, ProposalStage.ROLLED_BACK));
  }

  /** Three campaigns and a rollback: events of every type. */
  static EventLog everything() {
    EventLog log = new EventLog();
    wholeCampaign(log, "c1", 0);
    declinedCampaign(log, "c2", 100);
    wholeCampaign(log, "c3", 200);
    rollback(log, "c1", 300, "c1-p2");
    profiles(log, 400);
    return log;
  }

  /** What happens to profiles: one that was imported, and one that a campaign found. */
  private static void profiles(EventLog log, long second) {
    log.append(
        new DomainEvent.ProfileImported(
            "profile-1",
            at(second),
            new ImportedProfile(
                "pimported",
                PACK,
                OTHER_HARDWARE,
                "small",
                List.of(),
                CampaignFixtures.tile(5),
                "kernel-tuner",
                "toy.json",
                "d".repeat(64),
                "A100",
                1.5,
                "ms",
                300,
                true),
            "ada"));
    log.append(
        new DomainEvent.ProfileRevalidated(
            "profile-2",
            at(second + 1),
            "pimported",
            false,
            "gate determinism FAIL",
            List.of(),
            evaluation("pimported", Evaluation.Phase.CONFIRMATION, OTHER_HARDWARE),
            "ada"));
    log.append(
        new DomainEvent.ProfileQuarantined(
            "profile-3", at(second + 2), "pfound", "does not build here", "grace"));
    log.append(
        new DomainEvent.ProfilePinned("profile-4", at(second + 3), "pfound", true, "known", "ada"));
    memory(log, second + 4);
  }

  /** What the memory of trials is made of; the projection keeps that it happened and no more. */
  private static void memory(EventLog log, long second) {
    ImportedTrials trials = MemoryFixtures.imported("m1", PACK);
    log.append(new DomainEvent.TrialsImported("memory-1", at(second), trials, "ada"));
    log.append(
        new DomainEvent.TrialsForgotten(
            "memory-2", at(second + 1), trials.key(), "wrong clocks", "ada"));
  }
}
