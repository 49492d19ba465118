package dev.evolve.graph;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Metric;
import dev.evolve.pack.Scenario;
import dev.evolve.promotion.Approval;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * What each event writes: pure, and the only place that knows it. Everything that a node must have
 * is checked here, before the database sees any of it.
 */
final class EventMapping {

  /** Version of the events' schema that this build reads. */
  static final int VERSION = 1;

  /** Role of a scenario that a gate named and its pack does not declare. */
  static final String UNDECLARED_ROLE = "UNDECLARED";

  private EventMapping() {}

  /**
   * Adds what the event writes.
   *
   * @throws UnprojectableEventException if something required is missing or of the wrong kind
   */
  static void map(RecordedEvent event, ProjectionRows rows) {
    try {
      mapOrThrow(event, rows);
    } catch (IllegalArgumentException | NullPointerException e) {
      String problem =
          e instanceof IllegalArgumentException && e.getMessage() != null
              ? e.getMessage()
              : "a part that it must have is missing";
      throw new UnprojectableEventException(String.valueOf(event.id()), problem, e);
    }
  }

  private static void mapOrThrow(RecordedEvent event, ProjectionRows rows) {
    rows.add(GraphWrite.EVENT_LOGGED, logged(event));
    switch (event.event()) {
      case DomainEvent.CampaignStarted started -> campaignStarted(event, started, rows);
      case DomainEvent.ProposalCreated created ->
          rows.add(GraphWrite.PROPOSAL_CREATED, ProposalRows.created(event, created));
      case DomainEvent.StageChanged changed -> stageChanged(event, changed, rows);
      case DomainEvent.Evaluated evaluated -> evaluated(event, evaluated.evaluation(), rows);
      case DomainEvent.SearchFinished finished ->
          campaignNoted(
              event,
              new Row()
                  .time("searchFinishedAt", finished.at())
                  .text("searchReason", finished.reason())
                  .key("searchEventId", event.id()),
              rows);
      case DomainEvent.GateJudged judged -> gateJudged(event, judged, rows);
      case DomainEvent.CanaryJudged judged -> canaryJudged(event, judged, rows);
      case DomainEvent.RollbackRehearsed rehearsed ->
          proposalNoted(
              event,
              rehearsed.proposalId(),
              new Row()
                  .text("rehearsalProblem", rehearsed.rehearsal().problem())
                  .flag("rehearsed", rehearsed.rehearsal().problem().isEmpty())
                  .key("rehearsalEventId", event.id()),
              rows);
      case DomainEvent.Committed committed ->
          proposalNoted(
              event,
              committed.proposalId(),
              new Row()
                  .key("branch", committed.branch())
                  .key("commit", committed.commit())
                  .key("envelopeSha256", committed.envelopeSha256())
                  .key("commitEventId", event.id()),
              rows);
      case DomainEvent.Approved approved ->
          decided(event, GraphWrite.APPROVED, approved.proposalId(), approved.approval(), rows);
      case DomainEvent.Declined declined ->
          decided(event, GraphWrite.DECLINED, declined.proposalId(), declined.decision(), rows);
      case DomainEvent.MergeRefused refused -> mergeRefused(event, refused, rows);
      case DomainEvent.Merged merged -> merged(event, merged, rows);
      case DomainEvent.RolledBack rolledBack -> rolledBack(event, rolledBack, rows);
      case DomainEvent.CampaignFinished finished ->
          campaignNoted(
              event,
              new Row()
                  .time("finishedAt", finished.at())
                  .text("outcome", finished.outcome())
                  .text("summary", finished.summary())
                  .key("finishedEventId", event.id()),
              rows);
      case DomainEvent.ProfileImported imported -> ProfileRows.imported(event, imported, rows);
      case DomainEvent.ProfileRevalidated again -> ProfileRows.revalidated(event, again, rows);
      case DomainEvent.ProfileQuarantined out -> ProfileRows.quarantined(event, out, rows);
      case DomainEvent.ProfilePinned pin -> ProfileRows.pinned(event, pin, rows);
      case DomainEvent.TrialsImported imported -> {}
      case DomainEvent.TrialsForgotten forgotten -> {}
    }
  }

  /** A row for a write, with what every statement reads. */
  static Row rowOf(RecordedEvent event) {
    return new Row().key("eventId", event.id()).time("at", event.event().at());
  }

  /** The properties of a node: every node carries the event that made it. */
  static Row madeBy(RecordedEvent event) {
    return new Row().key("eventId", event.id()).time("at", event.event().at());
  }

  private static Row logged(RecordedEvent event) {
    if (event.version() != VERSION) {
      throw new IllegalArgumentException(
          "its version is "
              + event.version()
              + " and this build reads version "
              + VERSION
              + "; use the build that wrote it");
    }
    Row ledger =
        madeBy(event)
            .key("loopId", event.loopId())
            .count("sequence", event.sequence())
            .key("type", typeOf(event.event()))
            .key("campaignId", event.event().campaignId())
            .key("hash", event.hash());
    return rowOf(event).row("event", ledger);
  }

  private static String typeOf(DomainEvent event) {
    return event
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  private static void campaignStarted(
      RecordedEvent event, DomainEvent.CampaignStarted started, ProjectionRows rows) {
    BenchPack pack = started.pack();
    Row campaign =
        madeBy(event)
            .key("id", started.campaignId())
            .key("pack", pack.name())
            .key("hardwareId", started.hardware().id())
            .text("repository", started.source().repository())
            .key("branch", started.source().branch())
            .key("baseCommit", started.source().commit())
            .text("directory", started.source().directory())
            .integer("seed", started.seed())
            .count("evaluations", started.evaluations())
            .count("minutes", started.minutes())
            .key("startedBy", started.startedBy());
    rows.add(
        GraphWrite.CAMPAIGN_STARTED,
        rowOf(event)
            .row("campaign", campaign)
            .row("pack", pack(event, pack))
            .row("hardware", hardware(event, started.hardware()))
            .row("person", person(event, started.startedBy()))
            .rows(
                "scenarios", pack.scenarios().stream().map(s -> scenario(event, pack, s)).toList())
            .rows("metrics", pack.metrics().stream().map(m -> metric(event, pack, m)).toList()));
  }

  private static Row pack(RecordedEvent event, BenchPack pack) {
    return madeBy(event)
        .key("name", pack.name())
        .key("domain", pack.domain().name())
        .text("description", pack.description());
  }

  private static Row scenario(RecordedEvent event, BenchPack pack, Scenario scenario) {
    return madeBy(event)
        .key("pack", pack.name())
        .key("name", scenario.name())
        .key("role", scenario.role().name());
  }

  private static Row metric(RecordedEvent event, BenchPack pack, Metric metric) {
    return madeBy(event)
        .key("pack", pack.name())
        .key("name", metric.name())
        .text("unit", metric.unit())
        .key("direction", metric.direction().name())
        .key("role", metric.role().name());
  }

  static Row hardware(RecordedEvent event, HardwareProfile hardware) {
    return madeBy(event)
        .key("id", hardware.id())
        .key("architecture", hardware.architecture())
        .key("cpuModel", hardware.cpuModel())
        .count("cores", hardware.cores())
        .count("memoryBytes", hardware.memoryBytes())
        .text("os", hardware.os())
        .text("microcode", hardware.microcode())
        .text("compiler", hardware.compiler())
        .text("compilerSha256", hardware.compilerSha256())
        .text("accelerators", hardware.accelerators().toString());
  }

  static Row person(RecordedEvent event, String name) {
    return madeBy(event).key("name", name);
  }

  private static void stageChanged(
      RecordedEvent event, DomainEvent.StageChanged changed, ProjectionRows rows) {
    if (!changed.from().canMoveTo(changed.to())) {
      throw new IllegalArgumentException(
          "a proposal cannot move from " + changed.from() + " to " + changed.to());
    }
    rows.add(
        GraphWrite.STAGE_CHANGED,
        rowOf(event)
            .key("proposalId", changed.proposalId())
            .row("stage", stage(event, changed.to(), changed.reason())));
  }

  /** Where a proposal is in its life. */
  static Row stage(RecordedEvent event, ProposalStage stage, String reason) {
    return new Row()
        .key("stage", stage.name())
        .count("stageRank", rank(stage))
        .text("stageReason", reason)
        .time("stageAt", event.event().at())
        .key("stageEventId", event.id())
        .flag("inForce", stage == ProposalStage.PROMOTED);
  }

  /** A number that grows with every legal move, so that the later of two stages is known by it. */
  static int rank(ProposalStage stage) {
    return switch (stage) {
      case PROPOSED -> 0;
      case EVALUATING -> 1;
      case GATED -> 2;
      case CANARY -> 3;
      case AWAITING_APPROVAL -> 4;
      case REJECTED -> 5;
      case PROMOTED -> 6;
      case ROLLED_BACK -> 7;
    };
  }

  private static void evaluated(RecordedEvent event, Evaluation evaluation, ProjectionRows rows) {
    boolean confirms = evaluation.phase() == Evaluation.Phase.CONFIRMATION;
    Row node =
        madeBy(event)
            .key("id", evaluation.id())
            .key("proposalId", evaluation.proposalId())
            .key("campaignId", event.event().campaignId())
            .key("loopId", event.loopId())
            .count("sequence", event.sequence())
            .key("phase", evaluation.phase().name())
            .integer("seed", evaluation.seed())
            .key("hardwareId", evaluation.hardware().id())
            .count("runs", evaluation.runs().size())
            .count("failedRuns", failedRuns(evaluation))
            .text("sandbox", evaluation.sandbox().technology())
            .count("missingProtections", evaluation.sandbox().missing().size());
    rows.add(
        GraphWrite.EVALUATED,
        rowOf(event)
            .row("evaluation", node)
            .row("hardware", hardware(event, evaluation.hardware()))
            .onlyIf("confirms", confirms)
            .onlyIf("screens", !confirms));
  }

  private static long failedRuns(Evaluation evaluation) {
    return evaluation.runs().stream().filter(run -> run.status() != BenchRun.Status.OK).count();
  }

  private static void gateJudged(
      RecordedEvent event, DomainEvent.GateJudged judged, ProjectionRows rows) {
    GateFinding finding = judged.finding();
    Row verdict =
        madeBy(event)
            .key("id", event.id())
            .key("proposalId", judged.proposalId())
            .key("campaignId", judged.campaignId())
            .key("gate", finding.gate())
            .key("outcome", finding.verdict().name())
            .flag("passed", finding.verdict() == Verdict.PASS)
            .text("summary", finding.summary())
            .count("evidence", finding.evidence().size());
    rows.add(GraphWrite.GATE_JUDGED, rowOf(event).row("verdict", verdict));
    for (int i = 0; i < finding.effects().size(); i++) {
      rows.add(
          GraphWrite.EFFECT_MEASURED,
          rowOf(event)
              .key("proposalId", judged.proposalId())
              .key("verdictId", event.id())
              .key("loopId", event.loopId())
              .count("sequence", event.sequence())
              .key("undeclaredRole", UNDECLARED_ROLE)
              .row("measurement", measurement(event, judged, i)));
    }
  }

  private static Row measurement(RecordedEvent event, DomainEvent.GateJudged judged, int index) {
    Effect effect = judged.finding().effects().get(index);
    return madeBy(event)
        .key("id", measurementId(event, index))
        .key("proposalId", judged.proposalId())
        .key("gate", judged.finding().gate())
        .key("scenario", effect.scenario())
        .key("metric", effect.metric())
        .text("unit", effect.unit())
        .key("effect", Direction.of(effect).name())
        .number("ratio", effect.ratio())
        .number("low", effect.low())
        .number("high", effect.high())
        .number("confidence", effect.confidence())
        .count("pairs", effect.pairs())
        .number("baselineMedian", effect.baselineMedian())
        .number("candidateMedian", effect.candidateMedian());
  }

  /** Identity of the n-th effect of a finding; sorts as the effects do. */
  static String measurementId(RecordedEvent event, int index) {
    return String.format(Locale.ROOT, "%s#%04d", event.id(), index);
  }

  private static void canaryJudged(
      RecordedEvent event, DomainEvent.CanaryJudged judged, ProjectionRows rows) {
    List<CanaryStageReport> stages = judged.report().stages();
    Row judgement =
        new Row()
            .count("sequence", event.sequence())
            .key("judgedEventId", event.id())
            .time("judgedAt", judged.at())
            .key("verdict", judged.report().verdict().name())
            .text("summary", judged.report().summary())
            .count("stages", stages.size())
            .count("requests", stages.stream().mapToLong(s -> s.candidate().requests()).sum())
            .count("errors", stages.stream().mapToLong(s -> s.candidate().errors()).sum());
    rows.add(
        GraphWrite.CANARY_JUDGED,
        rowOf(event)
            .row(
                "canary",
                madeBy(event).key("id", judged.proposalId()).key("proposalId", judged.proposalId()))
            .row("judgement", judgement));
  }

  private static void decided(
      RecordedEvent event,
      GraphWrite write,
      String proposalId,
      Approval decision,
      ProjectionRows rows) {
    Row properties =
        new Row()
            .time("at", decision.at())
            .key("via", decision.via())
            .text("reason", decision.reason())
            .key("commit", decision.commit())
            .key("envelopeSha256", decision.envelopeSha256())
            .flag("byItself", decision.via().equals(Approval.AUTO_APPROVE));
    rows.add(
        write,
        rowOf(event)
            .key("proposalId", proposalId)
            .row("person", person(event, decision.person()))
            .row("decision", properties));
  }

  private static void mergeRefused(
      RecordedEvent event, DomainEvent.MergeRefused refused, ProjectionRows rows) {
    rows.add(
        GraphWrite.MERGE_REFUSED,
        rowOf(event)
            .row(
                "refusal",
                madeBy(event)
                    .key("id", event.id())
                    .key("proposalId", refused.proposalId())
                    .text("reason", refused.reason())));
  }

  private static void merged(RecordedEvent event, DomainEvent.Merged merged, ProjectionRows rows) {
    rows.add(
        GraphWrite.MERGED,
        rowOf(event)
            .row(
                "promotion",
                madeBy(event)
                    .key("id", event.id())
                    .key("proposalId", merged.proposalId())
                    .key("mergeCommit", merged.mergeCommit())
                    .text("artifactSha256", merged.artifactSha256())
                    .text("previousArtifactSha256", merged.previousArtifactSha256())));
  }

  private static void rolledBack(
      RecordedEvent event, DomainEvent.RolledBack rolledBack, ProjectionRows rows) {
    Row rollback =
        madeBy(event)
            .key("id", event.id())
            .key("proposalId", rolledBack.proposalId())
            .key("revertCommit", rolledBack.revertCommit())
            .key("restoredTree", rolledBack.restoredTree())
            .text("restoredArtifactSha256", rolledBack.restoredArtifactSha256())
            .text("reason", rolledBack.reason());
    rows.add(
        GraphWrite.ROLLED_BACK,
        rowOf(event).row("rollback", rollback).row("person", person(event, rolledBack.person())));
  }

  private static void proposalNoted(
      RecordedEvent event, String proposalId, Row noted, ProjectionRows rows) {
    rows.add(
        GraphWrite.PROPOSAL_NOTED, rowOf(event).key("proposalId", proposalId).row("noted", noted));
  }

  private static void campaignNoted(RecordedEvent event, Row noted, ProjectionRows rows) {
    rows.add(
        GraphWrite.CAMPAIGN_NOTED,
        rowOf(event).key("campaignId", event.event().campaignId()).row("noted", noted));
  }

  /** Which way a measured effect goes, by its interval. */
  enum Direction {
    /** The whole interval is better than the baseline. */
    IMPROVED,
    /** The whole interval is worse. */
    REGRESSED,
    /** The interval holds the baseline, or is not one. */
    UNDECIDED;

    static Direction of(Effect effect) {
      if (!Double.isFinite(effect.ratio()) || !(effect.low() <= effect.high())) {
        return UNDECIDED;
      }
      if (effect.high() < 1) {
        return IMPROVED;
      }
      return effect.low() > 1 ? REGRESSED : UNDECIDED;
    }
  }
}
