package dev.evolve.serving.decode;

/**
 * How a token is chosen among the predicted ones.
 *
 * @param temperature 0 takes the most probable one; above, logits are divided by it
 * @param topP the most probable tokens that together have this probability are drawn from; 1 for
 *     all
 * @param relaxedAcceptance whether a drafted token may be accepted that would not have been chosen,
 *     see {@link DecodeKnobs#acceptanceThreshold}; changes what is said
 */
public record Sampling(double temperature, double topP, boolean relaxedAcceptance) {

  /** The most probable token, always. */
  public static final Sampling GREEDY = new Sampling(0, 1, false);

  private static final double HOTTEST = 2;

  public Sampling {
    if (!(temperature >= 0 && temperature <= HOTTEST)) {
      throw new IllegalArgumentException(
          "temperature is from 0 to " + HOTTEST + ", not " + temperature);
    }
    if (!(topP > 0 && topP <= 1)) {
      throw new IllegalArgumentException("top_p is above 0 and up to 1, not " + topP);
    }
  }

  /** Draws at a temperature from the most probable tokens. */
  public static Sampling of(double temperature, double topP) {
    return new Sampling(temperature, topP, false);
  }

  /** This sampling with relaxed acceptance of drafts. */
  public Sampling relaxed() {
    return new Sampling(temperature, topP, true);
  }

  /** Whether nothing is drawn. */
  public boolean isGreedy() {
    return temperature == 0;
  }
}
