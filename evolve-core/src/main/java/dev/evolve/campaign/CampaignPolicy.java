package dev.evolve.campaign;

/**
 * How a campaign spends its measurements.
 *
 * @param screeningRounds pairs of runs per train scenario by which the search chooses
 * @param confirmationRounds fresh pairs of runs per scenario that the gates see, at most, where the
 *     pack does not say
 * @param maximumConfirmations how many candidates may be confirmed; the gates correct for it
 */
public record CampaignPolicy(
    int screeningRounds, int confirmationRounds, int maximumConfirmations) {

  /** Three pairs to choose by, thirty at most to judge by, three candidates at most. */
  public static final CampaignPolicy STANDARD = new CampaignPolicy(3, 30, 3);

  public CampaignPolicy {
    if (screeningRounds < 1 || confirmationRounds < 1 || maximumConfirmations < 1) {
      throw new IllegalArgumentException("a campaign needs at least one round and confirmation");
    }
  }
}
