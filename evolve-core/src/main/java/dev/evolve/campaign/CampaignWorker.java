package dev.evolve.campaign;

import dev.evolve.artifact.DeploymentStore.Deployment;
import dev.evolve.event.DomainEvent;
import dev.evolve.gate.Gate;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.Signal;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Does one step of a campaign and decides what happened. It changes no state: it answers with
 * events. Every step may be done again after a crash in the middle of it.
 */
public final class CampaignWorker {

  private final CampaignPorts ports;
  private final EvaluationSteps evaluations;
  private final SearchSteps searches;
  private final CanarySteps canaries;

  /**
   * @param ports what the steps are done with
   */
  public CampaignWorker(CampaignPorts ports) {
    this(ports, DailyLimits.NONE);
  }

  /**
   * @param ports what the steps are done with
   * @param limits what may be measured in a day
   */
  public CampaignWorker(CampaignPorts ports, DailyLimits limits) {
    this.ports = ports;
    this.evaluations = new EvaluationSteps(ports);
    this.searches = new SearchSteps(evaluations, limits, ports.clock());
    this.canaries = new CanarySteps(ports);
  }

  /**
   * Does a step.
   *
   * @throws dev.evolve.error.EvolveException if it cannot be done; the campaign fails
   */
  List<DomainEvent> perform(CampaignWork work, CampaignState state, Cancellation cancellation)
      throws InterruptedException {
    return switch (work) {
      case CampaignWork.Open open -> open(state);
      case CampaignWork.Propose propose -> propose(propose, state);
      case CampaignWork.Screen screen ->
          searches.screen(state, candidate(state, screen.proposalId()), cancellation);
      case CampaignWork.EndSearch end -> searches.end(end.reason(), state);
      case CampaignWork.Confirm confirm ->
          evaluations.confirm(state, candidate(state, confirm.proposalId()), cancellation);
      case CampaignWork.JudgeGates judge -> judge(judge, state);
      case CampaignWork.RunCanaryStage stage ->
          canaries.runStage(state, stage.stage(), cancellation);
      case CampaignWork.RehearseRollback rehearse -> rehearse(state);
      case CampaignWork.Commit commit -> commit(state);
      case CampaignWork.AutoApprove approve ->
          approve(
              state,
              new DecisionSignal(
                  approve.proposalId(),
                  true,
                  approve.person(),
                  Approval.AUTO_APPROVE,
                  "unattended"));
      case CampaignWork.Merge merge -> merge(state);
      case CampaignWork.Finish finish -> finish(finish, state);
    };
  }

  /**
   * Takes a person's decision.
   *
   * @throws SignalRefusedException if the decision is not theirs to take, or not on this proposal
   */
  List<DomainEvent> decide(Signal signal, CampaignState state) throws SignalRefusedException {
    DecisionSignal decision;
    try {
      decision = DecisionSignal.from(signal);
    } catch (IllegalArgumentException e) {
      throw new SignalRefusedException("invalid-request", "not a decision: " + e);
    }
    Proposal proposal = state.currentOrThrow().proposal();
    if (!proposal.id().equals(decision.proposalId())) {
      throw new SignalRefusedException(
          "illegal-stage",
          "the decision is on " + decision.proposalId() + ", but " + proposal.id() + " waits");
    }
    if (decision.person().isBlank()) {
      throw new SignalRefusedException("invalid-request", "a decision needs a person's name");
    }
    if (decision.person().equals(proposal.agent())) {
      throw new SignalRefusedException(
          "not-allowed", decision.person() + " wrote the proposal and cannot decide on it");
    }
    return decision.approve() ? approve(state, decision) : decline(state, decision);
  }

  private List<DomainEvent> open(CampaignState state) {
    CampaignRequest request = state.request();
    return List.of(
        new DomainEvent.CampaignStarted(
            state.campaignId(),
            now(),
            request.source(),
            request.pack(),
            ports.hardware().get(),
            state.seed(),
            request.evaluations(),
            request.minutes(),
            request.startedBy(),
            request.search()));
  }

  private List<DomainEvent> propose(CampaignWork.Propose work, CampaignState state) {
    Proposal proposal = Proposals.of(work, state);
    CampaignRequest request = state.request();
    String diff = ports.forge().diff(request.source(), request.pack(), proposal.changeset());
    return List.of(
        new DomainEvent.ProposalCreated(
            state.campaignId(),
            now(),
            proposal,
            diff,
            Proposals.searchStateSha256(state),
            work.choice()),
        moved(
            state,
            proposal.id(),
            ProposalStage.PROPOSED,
            ProposalStage.EVALUATING,
            "its build begins"));
  }

  private List<DomainEvent> judge(CampaignWork.JudgeGates work, CampaignState state) {
    Candidate candidate = state.currentOrThrow();
    List<DomainEvent> events = new ArrayList<>();
    List<GateFinding> findings = new ArrayList<>();
    for (Gate gate : ports.gates()) {
      if (gate.moment() == work.moment()) {
        GateFinding finding = gate.judge(Proposals.gateInput(state, now()));
        findings.add(finding);
        events.add(
            new DomainEvent.GateJudged(
                state.campaignId(), now(), candidate.proposal().id(), finding));
      }
    }
    events.addAll(afterGates(work, state, candidate, findings));
    return events;
  }

  private List<DomainEvent> afterGates(
      CampaignWork.JudgeGates work,
      CampaignState state,
      Candidate candidate,
      List<GateFinding> findings) {
    String id = candidate.proposal().id();
    boolean passed =
        !findings.isEmpty() && findings.stream().allMatch(f -> f.verdict() == Verdict.PASS);
    if (!passed) {
      canaries.stop(state);
      return List.of(
          moved(state, id, candidate.stage(), ProposalStage.REJECTED, notPassed(findings)));
    }
    if (work.moment() == Gate.Moment.BEFORE_PROMOTION) {
      return List.of();
    }
    return List.of(
        moved(
            state,
            id,
            ProposalStage.EVALUATING,
            ProposalStage.GATED,
            findings.size() + " gates passed"),
        moved(state, id, ProposalStage.GATED, ProposalStage.CANARY, "traffic begins"));
  }

  private static String notPassed(List<GateFinding> findings) {
    if (findings.isEmpty()) {
      return "no gate was asked";
    }
    return findings.stream()
        .filter(finding -> finding.verdict() != Verdict.PASS)
        .map(f -> "gate " + f.gate() + " " + f.verdict() + ": " + f.summary())
        .collect(Collectors.joining("; "));
  }

  private List<DomainEvent> rehearse(CampaignState state) {
    Candidate candidate = state.currentOrThrow();
    CampaignRequest request = state.request();
    ports
        .progress()
        .report(
            state.campaignId(),
            candidate.proposal().id(),
            "rehearse",
            "merge and revert in a scratch clone",
            0,
            0);
    return List.of(
        new DomainEvent.RollbackRehearsed(
            state.campaignId(),
            now(),
            candidate.proposal().id(),
            ports
                .forge()
                .rehearseRollback(
                    request.source(),
                    request.pack(),
                    candidate.proposal().changeset(),
                    Artifacts.baseline(state))));
  }

  private List<DomainEvent> commit(CampaignState state) {
    canaries.stop(state);
    Candidate candidate = state.currentOrThrow();
    CampaignRequest request = state.request();
    OutputEnvelope envelope =
        Envelopes.of(
            state,
            ports.auditHead().headOf(state.campaignId(), state.eventCount()),
            ports.version());
    ProposalCommit commit =
        ports
            .forge()
            .propose(request.source(), request.pack(), candidate.proposal().changeset(), envelope);
    return List.of(
        new DomainEvent.Committed(
            state.campaignId(),
            now(),
            candidate.proposal().id(),
            commit.branch(),
            commit.commit(),
            commit.envelopeSha256(),
            envelope),
        moved(
            state,
            candidate.proposal().id(),
            ProposalStage.CANARY,
            ProposalStage.AWAITING_APPROVAL,
            "signed commit " + commit.commit() + " on " + commit.branch()));
  }

  private List<DomainEvent> approve(CampaignState state, DecisionSignal decision) {
    return List.of(
        new DomainEvent.Approved(
            state.campaignId(), now(), decision.proposalId(), approval(state, decision)));
  }

  private List<DomainEvent> decline(CampaignState state, DecisionSignal decision) {
    return List.of(
        new DomainEvent.Declined(
            state.campaignId(), now(), decision.proposalId(), approval(state, decision)),
        moved(
            state,
            decision.proposalId(),
            ProposalStage.AWAITING_APPROVAL,
            ProposalStage.REJECTED,
            decision.person() + " declined: " + decision.reason()));
  }

  private Approval approval(CampaignState state, DecisionSignal decision) {
    ProposalCommit commit = commitOf(state);
    return new Approval(
        decision.person(),
        decision.via(),
        decision.reason(),
        commit.commit(),
        commit.envelopeSha256(),
        now());
  }

  private List<DomainEvent> merge(CampaignState state) {
    String id = state.currentOrThrow().proposal().id();
    Approval approval = state.validationOrThrow().approval();
    if (approval == null) {
      throw new IllegalStateException(id + " is to be merged without an approval");
    }
    MergeOutcome outcome =
        ports.forge().merge(state.request().source(), id, commitOf(state), approval);
    return switch (outcome) {
      case MergeOutcome.Merged merged -> merged(state, id, merged.mergeCommit());
      case MergeOutcome.BaseMoved base ->
          List.of(
              moved(
                  state,
                  id,
                  ProposalStage.AWAITING_APPROVAL,
                  ProposalStage.REJECTED,
                  "the branch moved from "
                      + base.expected()
                      + " to "
                      + base.found()
                      + " since the evaluation; start the campaign again"));
      case MergeOutcome.Refused refused ->
          List.of(new DomainEvent.MergeRefused(state.campaignId(), now(), id, refused.reason()));
    };
  }

  private List<DomainEvent> merged(CampaignState state, String id, String mergeCommit) {
    String artifact = Artifacts.candidate(state);
    ports
        .deployments()
        .deploy(new Deployment(state.request().pack().name(), id, mergeCommit, artifact));
    return List.of(
        new DomainEvent.Merged(
            state.campaignId(), now(), id, mergeCommit, artifact, Artifacts.baseline(state)),
        moved(
            state,
            id,
            ProposalStage.AWAITING_APPROVAL,
            ProposalStage.PROMOTED,
            "merged as " + mergeCommit));
  }

  /** Rejects what is left, deletes the branches of what was rejected, ends the campaign. */
  private List<DomainEvent> finish(CampaignWork.Finish work, CampaignState state) {
    List<DomainEvent> events = new ArrayList<>();
    for (Candidate candidate : state.search().candidates()) {
      String id = candidate.proposal().id();
      if (candidate.stage().canMoveTo(ProposalStage.REJECTED)) {
        events.add(
            moved(
                state,
                id,
                candidate.stage(),
                ProposalStage.REJECTED,
                "the campaign ended: " + work.outcome()));
      }
      if (candidate.stage() != ProposalStage.PROMOTED) {
        ports.forge().discard(state.request().source(), id);
      }
    }
    events.add(
        new DomainEvent.CampaignFinished(
            state.campaignId(), now(), work.outcome(), work.summary()));
    return events;
  }

  private static ProposalCommit commitOf(CampaignState state) {
    ProposalCommit commit = state.validationOrThrow().commit();
    if (commit == null) {
      throw new IllegalStateException(state.campaignId() + " has no commit to decide on");
    }
    return commit;
  }

  private static Candidate candidate(CampaignState state, String id) {
    return state
        .search()
        .find(id)
        .orElseThrow(() -> new IllegalStateException("no proposal " + id + " in the campaign"));
  }

  private DomainEvent.StageChanged moved(
      CampaignState state, String id, ProposalStage from, ProposalStage to, String reason) {
    return new DomainEvent.StageChanged(state.campaignId(), now(), id, from, to, reason);
  }

  private Instant now() {
    return ports.clock().instant();
  }
}
