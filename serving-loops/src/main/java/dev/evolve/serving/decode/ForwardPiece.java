package dev.evolve.serving.decode;

/**
 * A part of one sequence that goes through the model: consecutive tokens whose predecessors have
 * their keys and values in the cache.
 *
 * @param start position of the first token
 * @param tokens the tokens
 * @param blocks the sequence's block table, long enough for the last token
 * @param logitsFrom index of the first token whose successor is to be predicted; the number of
 *     tokens for none
 */
record ForwardPiece(int start, short[] tokens, int[] blocks, int logitsFrom) {

  int rows() {
    return tokens.length;
  }

  int logitRows() {
    return tokens.length - logitsFrom;
  }
}
