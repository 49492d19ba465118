package dev.evolve.gate;

import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Proposal;
import dev.evolve.rollout.CanaryReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All evidence on a candidate.
 *
 * @param pack the pack, read from the base commit
 * @param packDirectory directory of the pack in its repository, empty for the root; paths of the
 *     diff start at the root, those of the pack at its directory
 * @param proposal the candidate
 * @param diff the candidate as a unified diff against the base commit
 * @param confirmation the evaluation made after selection; null if there is none
 * @param terms what the confirmation is held to
 * @param canary what the canary showed; null before it
 * @param rehearsal what the rehearsal of the rollback showed; null before it
 * @param baseCommit full hash of the commit that the change is for; empty where nothing is to land
 */
public record GateInput(
    BenchPack pack,
    String packDirectory,
    Proposal proposal,
    String diff,
    @Nullable Evaluation confirmation,
    ConfirmationTerms terms,
    @Nullable CanaryReport canary,
    @Nullable RollbackRehearsal rehearsal,
    String baseCommit) {

  /** Evidence on a candidate that is not about to land. */
  public GateInput(
      BenchPack pack,
      String packDirectory,
      Proposal proposal,
      String diff,
      @Nullable Evaluation confirmation,
      ConfirmationTerms terms,
      @Nullable CanaryReport canary,
      @Nullable RollbackRehearsal rehearsal) {
    this(pack, packDirectory, proposal, diff, confirmation, terms, canary, rehearsal, "");
  }

  /** The evaluation, if there is one. */
  public Optional<Evaluation> confirmationIfAny() {
    return Optional.ofNullable(confirmation);
  }

  /** The canary's report, if there is one. */
  public Optional<CanaryReport> canaryIfAny() {
    return Optional.ofNullable(canary);
  }

  /** The rehearsal, if there is one. */
  public Optional<RollbackRehearsal> rehearsalIfAny() {
    return Optional.ofNullable(rehearsal);
  }
}
