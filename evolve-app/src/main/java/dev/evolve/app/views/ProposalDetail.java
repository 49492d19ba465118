package dev.evolve.app.views;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Proposal;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.verdict.GateFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is recorded of a proposal. Parts that it has not reached are null.
 *
 * @param summary the proposal in a line
 * @param proposal the proposal
 * @param diff its unified diff
 * @param history its moves, oldest first
 * @param screening the evaluation that it was chosen by
 * @param confirmation the evaluation that the gates judged
 * @param findings what the gates said
 * @param canary what traffic showed
 * @param rehearsal what the rehearsed rollback showed
 * @param committed the signed commit with its envelope
 * @param approval a person's approval
 * @param merged the merge
 * @param rolledBack the rollback
 */
public record ProposalDetail(
    ProposalSummary summary,
    Proposal proposal,
    String diff,
    List<DomainEvent.StageChanged> history,
    @Nullable Evaluation screening,
    @Nullable Evaluation confirmation,
    List<GateFinding> findings,
    @Nullable CanaryReport canary,
    @Nullable RollbackRehearsal rehearsal,
    DomainEvent.@Nullable Committed committed,
    @Nullable Approval approval,
    DomainEvent.@Nullable Merged merged,
    DomainEvent.@Nullable RolledBack rolledBack) {

  public ProposalDetail {
    history = List.copyOf(history);
    findings = List.copyOf(findings);
  }
}
