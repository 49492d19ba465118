package dev.evolve.serving.decode;

import dev.evolve.loop.WorkPayload;

/** What decode steps do, and what came of them. */
public sealed interface DecodePayload extends WorkPayload {

  /**
   * Compute keys and values of tokens that are known.
   *
   * @param start position of the first
   * @param tokens the tokens
   */
  record Prefill(int start, TokenSequence tokens) implements DecodePayload {}

  /**
   * Find what follows the last token.
   *
   * @param start position of the last token
   * @param last the token
   * @param draft a guess of what follows; checked in the same pass
   */
  record Decode(int start, TokenSequence last, TokenSequence draft) implements DecodePayload {}

  /**
   * Keys and values are there.
   *
   * @param end one past the last position
   */
  record Prefilled(int end) implements DecodePayload {}

  /**
   * What follows.
   *
   * @param tokens one or more tokens
   * @param drafted how many had been drafted
   * @param agreed how many of those were accepted
   */
  record Decoded(TokenSequence tokens, int drafted, int agreed) implements DecodePayload {}
}
