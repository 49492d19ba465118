package dev.evolve.serving.decode;

/**
 * Guesses how a text goes on, so that several tokens can be checked in one pass. A guess may be as
 * bad as it likes: it costs time, never correctness. Pure.
 */
@FunctionalInterface
public interface DraftSource {

  /** Never guesses. */
  DraftSource NONE = (tokens, most) -> TokenSequence.EMPTY;

  /**
   * At most {@code most} tokens that may follow.
   *
   * @param tokens prompt and what was generated
   */
  TokenSequence draft(TokenSequence tokens, int most);
}
