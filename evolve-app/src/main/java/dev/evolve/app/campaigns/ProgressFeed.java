package dev.evolve.app.campaigns;

import java.util.function.Consumer;

/** Short-lived news of work in progress: not recorded, lost on a restart, for people to watch. */
public interface ProgressFeed {

  /** Hears of progress from now on; close to stop. The consumer must not block. */
  AutoCloseable subscribe(Consumer<Progress> consumer);

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
  record Progress(
      String campaignId, String proposalId, String activity, String text, int done, int total) {}
}
