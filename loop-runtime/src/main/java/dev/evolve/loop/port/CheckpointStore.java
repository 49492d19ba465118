package dev.evolve.loop.port;

import dev.evolve.loop.StreamChunk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state of loops across restarts. A step's outcome is stored whole or not at all: the
 * checkpoint and the event chunks that belong to it, in order.
 */
public interface CheckpointStore {

  /**
   * Stores a step's outcome durably. Called on the runtime's one thread, so it must give up after a
   * bounded time. A commit that cannot be told to have failed must be found out about before {@link
   * StoreUnavailableException} is thrown. Any other exception means that this commit will never be
   * stored: its loop fails and no other.
   *
   * @throws FencedException if another owner has taken the loop's partition over; the instance must
   *     stop driving it
   * @throws StoreUnavailableException if nothing was stored and the same commit may be tried again
   */
  void commit(StepCommit commit);

  /** The latest checkpoint of every loop that this instance owns and that has not finished. */
  List<Checkpoint> load();

  /**
   * A loop at a step boundary.
   *
   * @param loopId the loop
   * @param kind its {@code Loop.kind}
   * @param stepIndex steps advanced so far
   * @param status whether it goes on
   * @param state its state as JSON
   */
  record Checkpoint(String loopId, String kind, long stepIndex, Status status, byte[] state) {}

  /** Whether a stored loop goes on. */
  enum Status {
    RUNNING,
    FINISHED,
    FAILED,
    CANCELLED
  }

  /**
   * What one step leaves behind.
   *
   * @param checkpoint the new checkpoint
   * @param events chunks of modality {@code event}, in order
   */
  record StepCommit(Checkpoint checkpoint, List<StreamChunk> events) {
    public StepCommit {
      events = List.copyOf(events);
    }
  }

  /** Another owner drives the loop now. */
  final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FencedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The store cannot be reached; nothing was stored. */
  final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
