package dev.evolve.app.serving.engine;

import java.util.Locale;

/** How a call ended. */
public sealed interface CompletionEnd {

  /**
   * It has all its tokens.
   *
   * @param reason why no more follow
   * @param tokens tokens generated, those without text among them
   */
  record Finished(Reason reason, int tokens) implements CompletionEnd {}

  /**
   * It was cancelled.
   *
   * @param reason what the one who cancelled said
   */
  record Cancelled(String reason) implements CompletionEnd {}

  /**
   * It was never begun.
   *
   * @param why what stood in the way
   * @param message for people
   */
  record Refused(Refusal why, String message) implements CompletionEnd {}

  /**
   * It broke; others go on.
   *
   * @param cause why
   */
  record Failed(Throwable cause) implements CompletionEnd {}

  /** Why a finished call stopped. */
  enum Reason {
    /** The model or a stop text said so. */
    STOP,
    /** It has as many tokens as were asked for. */
    LENGTH;

    /** The word on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What stood in the way of a call. */
  enum Refusal {
    /** Too many wait already; the same call may be taken later. */
    BUSY,
    /** It needs more than there is in all. */
    TOO_LARGE,
    /** The engine takes no more calls. */
    DRAINING
  }
}
