package dev.evolve.app.serving.engine;

/**
 * What an engine holds now, and what it has done since its start.
 *
 * @param running calls that take steps
 * @param waiting calls that wait for room
 * @param blocks cache blocks now
 * @param work totals since the start
 */
public record EngineLoad(int running, int waiting, Blocks blocks, Work work) {

  /** An engine that holds nothing and has done nothing. */
  public static final EngineLoad NONE =
      new EngineLoad(0, 0, new Blocks(0, 0, 0), new Work(0, 0, 0, 0, 0, 0, 0, 0, 0));

  /**
   * Blocks of the key-value cache.
   *
   * @param held blocks that calls hold
   * @param cached blocks that no call holds, kept for prompts that begin alike
   * @param total blocks in all
   */
  public record Blocks(long held, long cached, long total) {}

  /**
   * Totals since the start.
   *
   * @param promptTokens tokens of prompts taken
   * @param generatedTokens tokens generated
   * @param prefixQueries prompt tokens looked up in the prefix cache
   * @param prefixHits prompt tokens found there
   * @param passes passes through the model
   * @param steps steps of calls in these passes
   * @param preemptions calls put back to make room
   * @param draftedTokens tokens that speculation proposed
   * @param acceptedTokens of these, tokens that stood
   */
  public record Work(
      long promptTokens,
      long generatedTokens,
      long prefixQueries,
      long prefixHits,
      long passes,
      long steps,
      long preemptions,
      long draftedTokens,
      long acceptedTokens) {}
}
