package dev.evolve.app.serving.engine;

/**
 * Hears of one call, in this order: {@link #accepted} at most once, {@link #text} any number of
 * times, {@link #ended} exactly once and last. Called on the engine's thread, so it must not block.
 */
public interface CompletionListener {

  /** The call runs or waits for its turn. */
  void accepted();

  /** More text, never empty; the pieces together are the whole. */
  void text(String more);

  /** Nothing more comes. */
  void ended(CompletionEnd end);
}
