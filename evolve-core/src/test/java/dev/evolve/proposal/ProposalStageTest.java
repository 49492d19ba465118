package dev.evolve.proposal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every move between stages is either in this table or refused. */
class ProposalStageTest {

  private static final Set<String> LEGAL =
      Set.of(
          "PROPOSED->EVALUATING",
          "PROPOSED->REJECTED",
          "EVALUATING->GATED",
          "EVALUATING->REJECTED",
          "GATED->CANARY",
          "GATED->REJECTED",
          "CANARY->AWAITING_APPROVAL",
          "CANARY->REJECTED",
          "AWAITING_APPROVAL->PROMOTED",
          "AWAITING_APPROVAL->REJECTED",
          "PROMOTED->ROLLED_BACK");

  @Test
  void allowsExactlyTheMovesOfTheTable() {
    for (ProposalStage from : ProposalStage.values()) {
      for (ProposalStage to : ProposalStage.values()) {
        if (LEGAL.contains(from + "->" + to)) {
          assertThat(from.transitionTo(to)).isEqualTo(to);
        } else {
          assertThatThrownBy(() -> from.transitionTo(to))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining(from.name())
              .hasMessageContaining(to.name());
        }
      }
    }
  }

  @Test
  void knowsWhereALifeEnds() {
    assertThat(ProposalStage.REJECTED.isFinal()).isTrue();
    assertThat(ProposalStage.ROLLED_BACK.isFinal()).isTrue();
    assertThat(ProposalStage.PROMOTED.isFinal()).isFalse();
  }
}
