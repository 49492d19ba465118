package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.Answers.Usage;
import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;

/** Delivers a completion in one of its forms; used on its connection's thread only. */
interface Reply {

  /** The engine has taken the request. */
  void accepted();

  /**
   * More text.
   *
   * @return false if the client does not keep up and must be given up
   */
  boolean text(String more);

  /** The client can take more again. */
  void writable();

  /** The text is complete. */
  void finished(Reason reason, Usage usage);

  /** It will not be complete. */
  void failed(ApiError error);
}
