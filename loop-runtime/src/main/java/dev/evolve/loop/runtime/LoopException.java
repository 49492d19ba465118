package dev.evolve.loop.runtime;

import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Why a loop was refused or did not finish. Callers get it through the futures of {@link
 * LoopHandle} and of {@link LoopRuntime#signal}; the set is closed, so that a way in can map every
 * case to an answer of its own.
 */
public abstract sealed class LoopException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String loopId;

  LoopException(String loopId, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.loopId = loopId;
  }

  /** The loop that was asked for. */
  public final String loopId() {
    return loopId;
  }

  /** A loop of that id is being driven already. */
  public static final class DuplicateLoopException extends LoopException {
    private static final long serialVersionUID = 1L;

    DuplicateLoopException(String loopId) {
      super(loopId, "a loop " + loopId + " runs already; choose another id", null);
    }
  }

  /** No loop of that id is being driven: it never was, or it has ended. */
  public static final class UnknownLoopException extends LoopException {
    private static final long serialVersionUID = 1L;

    UnknownLoopException(String loopId) {
      super(loopId, "no loop " + loopId + " runs here: it has ended or never began", null);
    }
  }

  /** No loop of that kind is registered. */
  public static final class UnknownKindException extends LoopException {
    private static final long serialVersionUID = 1L;

    UnknownKindException(String loopId, String message) {
      super(loopId, message, null);
    }
  }

  /** The loop does not wait for that signal now. */
  public static final class NotWaitingException extends LoopException {
    private static final long serialVersionUID = 1L;

    NotWaitingException(String loopId, String message) {
      super(loopId, message, null);
    }
  }

  /** The loop or its step needs more than there is in all. */
  public static final class NeverFitsException extends LoopException {
    private static final long serialVersionUID = 1L;

    NeverFitsException(String loopId, String message) {
      super(loopId, message, null);
    }
  }

  /** A limit of the runtime is reached; the same request may succeed later. */
  public static final class RuntimeBusyException extends LoopException {
    private static final long serialVersionUID = 1L;

    RuntimeBusyException(String loopId, String message) {
      super(loopId, message, null);
    }
  }

  /** The runtime no longer drives loops; those that had not ended go on after a restart. */
  public static final class RuntimeStoppedException extends LoopException {
    private static final long serialVersionUID = 1L;

    RuntimeStoppedException(String loopId) {
      super(
          loopId, "the runtime has stopped; " + loopId + " can be taken up after a restart", null);
    }
  }

  /** The loop was cancelled. */
  public static final class LoopCancelledException extends LoopException {
    private static final long serialVersionUID = 1L;
    private final transient SortedMap<String, String> artifacts;

    LoopCancelledException(String loopId, String reason, SortedMap<String, String> artifacts) {
      super(loopId, loopId + " was cancelled: " + reason, null);
      this.artifacts = artifacts;
    }

    /** What the loop still delivers, by name. */
    public SortedMap<String, String> artifacts() {
      return artifacts;
    }
  }

  /** The loop failed, or could not be made or restored. The cause says why. */
  public static final class LoopFailedException extends LoopException {
    private static final long serialVersionUID = 1L;
    private transient SortedMap<String, String> artifacts = Collections.emptySortedMap();

    LoopFailedException(String loopId, String what, Throwable cause) {
      super(loopId, loopId + " failed: " + what + ": " + describe(cause), cause);
    }

    /** What the loop still delivers, by name. */
    public SortedMap<String, String> artifacts() {
      return artifacts;
    }

    void deliver(SortedMap<String, String> partial) {
      artifacts = partial;
    }
  }

  /** The message of a throwable, or its name where it has none. */
  static String describe(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getName() : message;
  }
}
