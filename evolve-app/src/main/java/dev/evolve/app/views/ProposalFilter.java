package dev.evolve.app.views;

import org.jspecify.annotations.Nullable;

/**
 * Which proposals to show; a null part matches all.
 *
 * @param stage name of a stage
 * @param pack name of a pack
 * @param campaign id of a campaign
 */
public record ProposalFilter(
    @Nullable String stage, @Nullable String pack, @Nullable String campaign) {

  /** Shows everything. */
  public static final ProposalFilter ALL = new ProposalFilter(null, null, null);

  boolean matches(ProposalSummary summary) {
    return agrees(stage, summary.stage().name())
        && agrees(pack, summary.pack())
        && agrees(campaign, summary.campaignId());
  }

  private static boolean agrees(@Nullable String wanted, String found) {
    return wanted == null || wanted.isBlank() || wanted.equalsIgnoreCase(found);
  }
}
