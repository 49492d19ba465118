package dev.evolve.app.views;

import dev.evolve.proposal.ProposalStage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A proposal in a line.
 *
 * @param id the proposal
 * @param campaignId its campaign
 * @param pack name of the pack
 * @param stage where it is in its life
 * @param reason why it was last moved
 * @param agent who proposed it
 * @param change what it changes, in a line
 * @param gain smallest gain over all scenarios by the gates' estimate, or else by the screening; a
 *     share, null if it was not measured
 * @param gainLow lower bound of that gain; null before the gates
 * @param gainHigh upper bound of that gain; null before the gates
 * @param gates what the gates said
 * @param risk risk score, 0 to 1
 * @param updatedAt when anything last happened to it
 */
public record ProposalSummary(
    String id,
    String campaignId,
    String pack,
    ProposalStage stage,
    String reason,
    String agent,
    String change,
    @Nullable Double gain,
    @Nullable Double gainLow,
    @Nullable Double gainHigh,
    List<GateBadge> gates,
    double risk,
    Instant updatedAt) {

  public ProposalSummary {
    gates = List.copyOf(gates);
  }

  /**
   * A gate's verdict.
   *
   * @param gate the gate
   * @param verdict its verdict
   */
  public record GateBadge(String gate, String verdict) {}
}
