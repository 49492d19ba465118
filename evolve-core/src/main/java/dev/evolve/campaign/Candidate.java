package dev.evolve.campaign;

import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.tuning.SearchChoice;
import dev.evolve.tuning.TrialResult;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A proposal of the campaign and what is known of it.
 *
 * @param proposal the proposal
 * @param diff its unified diff against the base commit
 * @param searchStateSha256 hash of the history that it was chosen from
 * @param stage where it is in its life; moved by {@link ProposalStage#transitionTo} only
 * @param screenedRatio candidate over baseline when screened, smaller is better; null until then,
 *     and for ever if it failed
 * @param reason why it was last moved
 * @param choice how the search came to it; null in records from before searches kept it
 * @param result what the search was told of it; null until it was screened, and for ever in records
 *     from before searches kept it
 */
public record Candidate(
    Proposal proposal,
    String diff,
    String searchStateSha256,
    ProposalStage stage,
    @Nullable Double screenedRatio,
    String reason,
    @Nullable SearchChoice choice,
    @Nullable TrialResult result) {

  /** The ratio that it was screened at, if it was. */
  public OptionalDouble screened() {
    return screenedRatio == null ? OptionalDouble.empty() : OptionalDouble.of(screenedRatio);
  }

  /** True if the search knows what came of it. */
  boolean wasTold() {
    boolean isFromBefore = choice == null && result == null;
    return result != null
        || (isFromBefore && (screenedRatio != null || stage == ProposalStage.REJECTED));
  }

  /** True if it shares the result of another that was built to the same binary. */
  public boolean sharesResult() {
    return result != null && result.sameAs() != null;
  }

  Candidate moved(ProposalStage to, String why) {
    return new Candidate(
        proposal,
        diff,
        searchStateSha256,
        stage.transitionTo(to),
        screenedRatio,
        why,
        choice,
        result);
  }

  Candidate screenedAs(TrialResult told) {
    return new Candidate(
        proposal, diff, searchStateSha256, stage, told.value(), reason, choice, told);
  }
}
