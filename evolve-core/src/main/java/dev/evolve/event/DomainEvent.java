package dev.evolve.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.tuning.SearchChoice;
import dev.evolve.tuning.SearchPlan;
import dev.evolve.verdict.GateFinding;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a campaign, a proposal, a tuning profile or the memory of trials.
 * Events are the record: a campaign's state is the fold of its events, the graph a projection of
 * all of them, the audit log their chain.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = DomainEvent.CampaignStarted.class, name = "campaign-started"),
  @JsonSubTypes.Type(value = DomainEvent.ProposalCreated.class, name = "proposal-created"),
  @JsonSubTypes.Type(value = DomainEvent.StageChanged.class, name = "stage-changed"),
  @JsonSubTypes.Type(value = DomainEvent.Evaluated.class, name = "evaluated"),
  @JsonSubTypes.Type(value = DomainEvent.SearchFinished.class, name = "search-finished"),
  @JsonSubTypes.Type(value = DomainEvent.GateJudged.class, name = "gate-judged"),
  @JsonSubTypes.Type(value = DomainEvent.CanaryJudged.class, name = "canary-judged"),
  @JsonSubTypes.Type(value = DomainEvent.RollbackRehearsed.class, name = "rollback-rehearsed"),
  @JsonSubTypes.Type(value = DomainEvent.Committed.class, name = "committed"),
  @JsonSubTypes.Type(value = DomainEvent.Approved.class, name = "approved"),
  @JsonSubTypes.Type(value = DomainEvent.Declined.class, name = "declined"),
  @JsonSubTypes.Type(value = DomainEvent.MergeRefused.class, name = "merge-refused"),
  @JsonSubTypes.Type(value = DomainEvent.Merged.class, name = "merged"),
  @JsonSubTypes.Type(value = DomainEvent.RolledBack.class, name = "rolled-back"),
  @JsonSubTypes.Type(value = DomainEvent.CampaignFinished.class, name = "campaign-finished"),
  @JsonSubTypes.Type(value = DomainEvent.ProfileImported.class, name = "profile-imported"),
  @JsonSubTypes.Type(value = DomainEvent.ProfileRevalidated.class, name = "profile-revalidated"),
  @JsonSubTypes.Type(value = DomainEvent.ProfileQuarantined.class, name = "profile-quarantined"),
  @JsonSubTypes.Type(value = DomainEvent.ProfilePinned.class, name = "profile-pinned"),
  @JsonSubTypes.Type(value = DomainEvent.TrialsImported.class, name = "trials-imported"),
  @JsonSubTypes.Type(value = DomainEvent.TrialsForgotten.class, name = "trials-forgotten")
})
public sealed interface DomainEvent {

  /** The campaign that it belongs to. */
  String campaignId();

  /** When it happened. */
  Instant at();

  /**
   * A campaign began.
   *
   * @param search how it searches; null in records from before there was a choice
   */
  record CampaignStarted(
      String campaignId,
      Instant at,
      PackSource source,
      BenchPack pack,
      HardwareProfile hardware,
      long seed,
      int evaluations,
      int minutes,
      String startedBy,
      @Nullable SearchPlan search)
      implements DomainEvent {

    /** A campaign of which nothing is said about its search. */
    public CampaignStarted(
        String campaignId,
        Instant at,
        PackSource source,
        BenchPack pack,
        HardwareProfile hardware,
        long seed,
        int evaluations,
        int minutes,
        String startedBy) {
      this(campaignId, at, source, pack, hardware, seed, evaluations, minutes, startedBy, null);
    }
  }

  /**
   * A candidate was proposed.
   *
   * @param choice how the search came to it; null if no search did, and in records from before
   *     searches kept it
   */
  record ProposalCreated(
      String campaignId,
      Instant at,
      Proposal proposal,
      String diff,
      String searchStateSha256,
      @Nullable SearchChoice choice)
      implements DomainEvent {

    /** A candidate that no search chose. */
    public ProposalCreated(
        String campaignId, Instant at, Proposal proposal, String diff, String searchStateSha256) {
      this(campaignId, at, proposal, diff, searchStateSha256, null);
    }
  }

  /** A proposal moved on in its life. */
  record StageChanged(
      String campaignId,
      Instant at,
      String proposalId,
      ProposalStage from,
      ProposalStage to,
      String reason)
      implements DomainEvent {}

  /** A candidate was measured. */
  record Evaluated(String campaignId, Instant at, Evaluation evaluation) implements DomainEvent {}

  /** The search has ended. */
  record SearchFinished(String campaignId, Instant at, String reason) implements DomainEvent {}

  /** A gate answered. */
  record GateJudged(String campaignId, Instant at, String proposalId, GateFinding finding)
      implements DomainEvent {}

  /** A stage of a canary was judged. */
  record CanaryJudged(String campaignId, Instant at, String proposalId, CanaryReport report)
      implements DomainEvent {}

  /** The rollback was rehearsed. */
  record RollbackRehearsed(
      String campaignId, Instant at, String proposalId, RollbackRehearsal rehearsal)
      implements DomainEvent {}

  /** The signed commit is on its branch. */
  record Committed(
      String campaignId,
      Instant at,
      String proposalId,
      String branch,
      String commit,
      String envelopeSha256,
      OutputEnvelope envelope)
      implements DomainEvent {}

  /** A person approved. */
  record Approved(String campaignId, Instant at, String proposalId, Approval approval)
      implements DomainEvent {}

  /** A person declined; the proposal's rejection follows. */
  record Declined(String campaignId, Instant at, String proposalId, Approval decision)
      implements DomainEvent {}

  /** The repository refused the merge; the proposal waits for approval again. */
  record MergeRefused(String campaignId, Instant at, String proposalId, String reason)
      implements DomainEvent {}

  /** The change is on the branch. */
  record Merged(
      String campaignId,
      Instant at,
      String proposalId,
      String mergeCommit,
      String artifactSha256,
      String previousArtifactSha256)
      implements DomainEvent {}

  /** The change was undone. */
  record RolledBack(
      String campaignId,
      Instant at,
      String proposalId,
      String revertCommit,
      String restoredTree,
      String restoredArtifactSha256,
      String person,
      String reason)
      implements DomainEvent {}

  /** A campaign ended. */
  record CampaignFinished(String campaignId, Instant at, String outcome, String summary)
      implements DomainEvent {}

  /** A tuning result from elsewhere is known from now on; nothing has proved it here. */
  record ProfileImported(String campaignId, Instant at, ImportedProfile profile, String importedBy)
      implements DomainEvent {}

  /**
   * A profile was measured beside its baseline once more.
   *
   * @param held whether its outputs are right and it is still shown better than the baseline; one
   *     that is not is quarantined from now on
   * @param reason one sentence on what was found
   * @param findings what the gates said; the effects are those of the performance gate
   * @param evaluation every sample
   */
  record ProfileRevalidated(
      String campaignId,
      Instant at,
      String profileId,
      boolean held,
      String reason,
      List<GateFinding> findings,
      Evaluation evaluation,
      String requestedBy)
      implements DomainEvent {}

  /** A person took a profile out of service, for a reason that no measurement shows. */
  record ProfileQuarantined(
      String campaignId, Instant at, String profileId, String reason, String person)
      implements DomainEvent {}

  /** A person wants a profile to be served before those that measure better, or no longer so. */
  record ProfilePinned(
      String campaignId, Instant at, String profileId, boolean pinned, String reason, String person)
      implements DomainEvent {}

  /** What somebody measured elsewhere is remembered from now on; nothing has proved it here. */
  record TrialsImported(String campaignId, Instant at, ImportedTrials trials, String importedBy)
      implements DomainEvent {}

  /** A person wants imported trials to be remembered no longer. */
  record TrialsForgotten(
      String campaignId, Instant at, ImportedTrials.Key key, String reason, String person)
      implements DomainEvent {}
}
