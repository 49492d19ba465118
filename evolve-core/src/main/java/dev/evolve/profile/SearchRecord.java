package dev.evolve.profile;

/**
 * How complete the search was that a profile comes from.
 *
 * @param evaluations configurations that it had measured
 * @param budget configurations that it might have measured; 0 if not known
 * @param finished whether it ran to its end
 * @param reason why it ended; empty while it goes on
 */
public record SearchRecord(int evaluations, int budget, boolean finished, String reason) {

  /** One line for people. */
  public String describe() {
    String of = budget > 0 ? " of " + budget : "";
    return evaluations + of + " evaluations, " + (finished ? "finished" : "not finished");
  }
}
