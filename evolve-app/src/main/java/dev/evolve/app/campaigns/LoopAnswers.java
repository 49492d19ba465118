package dev.evolve.app.campaigns;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.SignalRefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what loops answer, and says in the terms of the domain why one did not. */
public final class LoopAnswers {

  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(2);

  private LoopAnswers() {}

  /**
   * Waits for an answer.
   *
   * @throws EvolveException saying why there is none
   */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(COMMAND_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw translated(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new EvolveException(
          ErrorCode.LOG_UNAVAILABLE,
          "not done within " + COMMAND_TIMEOUT.toSeconds() + " s; it may still be, look again",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  /** What a loop or its runtime failed of, in the terms of the domain. */
  public static EvolveException translated(Throwable cause) {
    return switch (cause) {
      case EvolveException known -> known;
      case SignalRefusedException refused ->
          new EvolveException(codeOf(refused), String.valueOf(refused.getMessage()), refused);

      case StoreUnavailableException away ->
          new EvolveException(
              ErrorCode.LOG_UNAVAILABLE,
              "the log of record cannot be reached, nothing was done; try again when Kafka is back",
              away);
      default -> new EvolveException(ErrorCode.INTERNAL, "failed: " + cause, cause);
    };
  }

  private static ErrorCode codeOf(SignalRefusedException refused) {
    return switch (refused.code()) {
      case "not-allowed" -> ErrorCode.NOT_ALLOWED;
      case "illegal-stage" -> ErrorCode.ILLEGAL_STAGE;
      case "internal" -> ErrorCode.INTERNAL;
      default -> ErrorCode.INVALID_REQUEST;
    };
  }
}
