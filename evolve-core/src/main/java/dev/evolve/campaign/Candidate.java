package dev.evolve.campaign;

import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
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
 */
public record Candidate(
    Proposal proposal,
    String diff,
    String searchStateSha256,
    ProposalStage stage,
    @Nullable Double screenedRatio,
    String reason) {

  /** The ratio that it was screened at, if it was. */
  public OptionalDouble screened() {
    return screenedRatio == null ? OptionalDouble.empty() : OptionalDouble.of(screenedRatio);
  }

  Candidate moved(ProposalStage to, String why) {
    return new Candidate(
        proposal, diff, searchStateSha256, stage.transitionTo(to), screenedRatio, why);
  }

  Candidate screenedAt(double ratio) {
    return new Candidate(proposal, diff, searchStateSha256, stage, ratio, reason);
  }
}
