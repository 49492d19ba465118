package dev.evolve.campaign;

import dev.evolve.measure.Evaluation;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.verdict.GateFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate on its way to promotion has gone through so far. One part is set after another,
 * in the order of the components; nothing is ever unset but a refused approval.
 *
 * @param confirmation the evaluation that the gates judge
 * @param findings what the gates said
 * @param canary what live traffic showed so far; null before the first stage
 * @param rehearsal what the rehearsal of the rollback showed; null before it
 * @param commit the signed commit; null before it
 * @param approval a person's approval; null before it
 * @param mergeRefusals how often the repository refused the merge
 * @param actions what was done, for the envelope
 */
public record Validation(
    Evaluation confirmation,
    List<GateFinding> findings,
    @Nullable CanaryReport canary,
    @Nullable RollbackRehearsal rehearsal,
    @Nullable ProposalCommit commit,
    @Nullable Approval approval,
    int mergeRefusals,
    List<OutputEnvelope.Action> actions) {

  public Validation {
    findings = List.copyOf(findings);
    actions = List.copyOf(actions);
  }

  static Validation of(Evaluation confirmation) {
    return new Validation(confirmation, List.of(), null, null, null, null, 0, List.of());
  }

  /** What a gate said, if it was asked. */
  public Optional<GateFinding> finding(String gate) {
    return findings.stream().filter(finding -> finding.gate().equals(gate)).findFirst();
  }

  Validation with(GateFinding finding) {
    List<GateFinding> all = new ArrayList<>(findings);
    all.add(finding);
    return new Validation(
        confirmation, all, canary, rehearsal, commit, approval, mergeRefusals, actions);
  }

  Validation with(CanaryReport report) {
    return new Validation(
        confirmation, findings, report, rehearsal, commit, approval, mergeRefusals, actions);
  }

  Validation with(RollbackRehearsal rehearsed) {
    return new Validation(
        confirmation, findings, canary, rehearsed, commit, approval, mergeRefusals, actions);
  }

  Validation with(ProposalCommit committed) {
    return new Validation(
        confirmation, findings, canary, rehearsal, committed, approval, mergeRefusals, actions);
  }

  Validation with(Approval approved) {
    return new Validation(
        confirmation, findings, canary, rehearsal, commit, approved, mergeRefusals, actions);
  }

  Validation mergeRefused() {
    return new Validation(
        confirmation, findings, canary, rehearsal, commit, null, mergeRefusals + 1, actions);
  }

  Validation did(OutputEnvelope.Action action) {
    List<OutputEnvelope.Action> all = new ArrayList<>(actions);
    all.add(action);
    return new Validation(
        confirmation, findings, canary, rehearsal, commit, approval, mergeRefusals, all);
  }
}
