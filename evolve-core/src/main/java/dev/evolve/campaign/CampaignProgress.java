package dev.evolve.campaign;

/** Hears of work in progress, for people to watch. Not recorded; must not block. */
@FunctionalInterface
public interface CampaignProgress {

  /** Tells nobody. */
  CampaignProgress NONE = (campaignId, proposalId, activity, text, done, total) -> {};

  /**
   * News of a step.
   *
   * @param campaignId the campaign
   * @param proposalId the proposal, or empty
   * @param activity what is going on, such as {@code build} or {@code bench}
   * @param text one line for people
   * @param done how much is done
   * @param total of how much; 0 if that is not known
   */
  void report(
      String campaignId, String proposalId, String activity, String text, int done, int total);
}
