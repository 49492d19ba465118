package dev.evolve.app.campaigns;

import dev.evolve.promotion.Approval;
import dev.evolve.tuning.LimitsWish;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Commands on campaigns and proposals. Each answers from the owning loop: when it returns, its
 * outcome is in the log of record. Every method throws {@code EvolveException}: NOT_FOUND,
 * ILLEGAL_STAGE, NOT_ALLOWED, LOG_UNAVAILABLE (nothing is half done), and so on.
 */
public interface CampaignService {

  /** Starts a campaign on a pack; returns its id once it is recorded. */
  String start(StartCampaign command);

  /** Approves the promotion of a proposal that awaits approval; returns once it is merged. */
  ApprovalOutcome approve(String proposalId, Decision decision);

  /** Rejects a proposal that awaits approval. */
  void reject(String proposalId, Decision decision);

  /** Undoes a promoted proposal; returns once the revert is on the branch and checked. */
  RollbackOutcome rollback(String proposalId, Decision decision);

  /** Cancels a running campaign at its next step boundary. */
  void cancel(String campaignId, Decision decision);

  /**
   * A campaign to start.
   *
   * @param pack directory of the pack
   * @param evaluations how many candidates may be measured; null for the pack's own budget
   * @param minutes how long the search may take; null for the pack's own budget
   * @param seed seed of everything random; null for a fresh one
   * @param startedBy the person or token that asked
   * @param autoApproveAs for demos and CI only: the name that approves by itself; null for never.
   *     Recorded as such in the approval
   * @param search how to search
   */
  record StartCampaign(
      Path pack,
      @Nullable Integer evaluations,
      @Nullable Integer minutes,
      @Nullable Long seed,
      String startedBy,
      @Nullable String autoApproveAs,
      SearchWish search) {}

  /**
   * How to search, where that is not left to the defaults.
   *
   * @param strategy name of the strategy; null for the default
   * @param parallel how many proposals may be open at once; null for one
   * @param limits what may be spent besides evaluations and minutes; null for the pack's own budget
   * @param forgets true to start cold although something is remembered
   */
  record SearchWish(
      @Nullable String strategy,
      @Nullable Integer parallel,
      @Nullable LimitsWish limits,
      boolean forgets) {

    /** The default strategy, one proposal at a time, from what is remembered. */
    public static final SearchWish NONE = new SearchWish(null, null, null, false);
  }

  /**
   * A person's decision.
   *
   * @param person who
   * @param via {@code dashboard}, {@code rest}, {@code cli}
   * @param reason why; may be empty for an approval, not for a rejection or a rollback
   */
  record Decision(String person, String via, String reason) {}

  /** An approval and the merge that followed. */
  record ApprovalOutcome(Approval approval, String mergeCommit) {}

  /** A rollback that was carried out and checked. */
  record RollbackOutcome(String revertCommit, String restoredTree, String restoredArtifact) {}
}
