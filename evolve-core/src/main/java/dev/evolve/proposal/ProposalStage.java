package dev.evolve.proposal;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a proposal is in its life. The moves:
 *
 * <ul>
 *   <li>PROPOSED → EVALUATING: its build and measurement begin
 *   <li>EVALUATING → GATED: it was measured, and the gates that need no canary passed
 *   <li>GATED → CANARY: traffic begins
 *   <li>CANARY → AWAITING_APPROVAL: the promotion gate passed and the signed commit exists
 *   <li>AWAITING_APPROVAL → PROMOTED: a person approved and it was merged
 *   <li>PROMOTED → ROLLED_BACK: a person or a watch had it undone
 *   <li>any of the stages before PROMOTED → REJECTED: a gate, the canary, a person or the search
 *       decided against it
 * </ul>
 */
public enum ProposalStage {
  PROPOSED,
  EVALUATING,
  GATED,
  CANARY,
  AWAITING_APPROVAL,
  PROMOTED,
  ROLLED_BACK,
  REJECTED;

  private static final Map<ProposalStage, Set<ProposalStage>> MOVES =
      new EnumMap<>(
          Map.of(
              PROPOSED, EnumSet.of(EVALUATING, REJECTED),
              EVALUATING, EnumSet.of(GATED, REJECTED),
              GATED, EnumSet.of(CANARY, REJECTED),
              CANARY, EnumSet.of(AWAITING_APPROVAL, REJECTED),
              AWAITING_APPROVAL, EnumSet.of(PROMOTED, REJECTED),
              PROMOTED, EnumSet.of(ROLLED_BACK),
              ROLLED_BACK, EnumSet.noneOf(ProposalStage.class),
              REJECTED, EnumSet.noneOf(ProposalStage.class)));

  /** Whether the move to {@code target} is legal. */
  public boolean canMoveTo(ProposalStage target) {
    return MOVES.getOrDefault(this, Set.of()).contains(target);
  }

  /**
   * The move itself: the one place where a stage changes.
   *
   * @throws IllegalStateException naming both stages if the move is illegal
   */
  public ProposalStage transitionTo(ProposalStage target) {
    if (!canMoveTo(target)) {
      throw new IllegalStateException("a proposal cannot move from " + this + " to " + target);
    }
    return target;
  }

  /** True when nothing more can happen to the proposal. */
  public boolean isFinal() {
    return MOVES.getOrDefault(this, Set.of()).isEmpty();
  }
}
