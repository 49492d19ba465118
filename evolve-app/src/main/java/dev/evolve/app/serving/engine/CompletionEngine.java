package dev.evolve.app.serving.engine;

import java.util.concurrent.CompletableFuture;

/**
 * Generates tokens for the HTTP server. All methods may be called from any thread and block no
 * longer than it takes to leave a message.
 *
 * <p>Every call that was submitted ends exactly once through its listener, also when it is refused,
 * cancelled or fails; whatever it held is free again by then.
 */
public interface CompletionEngine extends AutoCloseable {

  /** What is served. */
  ServedModel model();

  /**
   * Takes a call. A refusal comes through the listener too, possibly before this method returns.
   *
   * @return what {@link #cancel} takes
   */
  Ticket submit(CompletionCall call, CompletionListener listener);

  /** Ends a call early; does nothing if it has ended. */
  void cancel(Ticket ticket, String reason);

  /** What the engine holds and has done, once it has done all that it was told before. */
  CompletableFuture<EngineLoad> load();

  /** Whether it can take steps; false once it has broken or was closed. */
  boolean isRunning();

  /** Refuses every further call; the future is done when the last one under way has ended. */
  CompletableFuture<Void> drain();

  /** Stops, whatever is under way. */
  @Override
  void close();

  /**
   * Names a call that was submitted.
   *
   * @param id the call's id
   */
  record Ticket(String id) {}
}
