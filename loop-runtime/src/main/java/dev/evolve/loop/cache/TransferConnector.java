package dev.evolve.loop.cache;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Moves slots from one pool to another by copy: what happens to the source afterwards does not
 * reach the target. Only so many transfers may be under way as there are credits; a transfer holds
 * its credit and its capacity at the target from {@link #begin} on, and gives the credit back when
 * it ends, however it ends, and the capacity as well unless it ended well.
 *
 * <p>Thread-safe.
 */
public final class TransferConnector {

  private static final long PIECE_BYTES = 1L << 20;

  private final SlotPool source;
  private final SlotPool target;
  private final SlotCopier copier;
  private final int credits;
  private final Semaphore free;

  /**
   * @param source where slots come from
   * @param target where they go
   * @param credits how many transfers may be under way together
   * @param copier carries the bytes
   */
  public TransferConnector(SlotPool source, SlotPool target, int credits, SlotCopier copier) {
    if (credits < 1) {
      throw new IllegalArgumentException("a connector needs at least 1 credit, not " + credits);
    }
    this.source = source;
    this.target = target;
    this.credits = credits;
    this.copier = copier;
    this.free = new Semaphore(credits);
  }

  /** Whether the slot is whole at the target. */
  public boolean isReady(String slot) {
    return target.isReady(slot);
  }

  /** How many transfers are under way. */
  public int inFlight() {
    return credits - free.availablePermits();
  }

  /** Whether another transfer may begin. */
  public boolean hasCredit() {
    return free.availablePermits() > 0;
  }

  /**
   * Takes a credit and the capacity at the target. Nothing is copied yet.
   *
   * @throws NoCreditException if all credits are out; try again when a transfer has ended
   * @throws SlotPool.SlotException if the source has no such slot, or the target has it already or
   *     has no room
   */
  public Transfer begin(String slot) {
    MemorySegment from = source.bytes(slot);
    if (!free.tryAcquire()) {
      throw new NoCreditException(
          "all "
              + credits
              + " credits from "
              + source.name()
              + " to "
              + target.name()
              + " are out; slot "
              + slot
              + " has to wait");
    }
    try {
      return new Transfer(slot, from, target.open(slot, from.byteSize()));
    } catch (RuntimeException e) {
      free.release();
      throw e;
    }
  }

  /** Every credit is out. */
  public static final class NoCreditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoCreditException(String message) {
      super(message);
    }
  }

  /**
   * One transfer. It begins {@code OPEN}; {@link #run} makes it {@code COPYING} and then {@code
   * COPIED}, or {@code FAILED} when the copier throws; {@link #cancel} makes an open one {@code
   * CANCELLED} at once and a copying one at its next piece.
   */
  public final class Transfer {

    private final String slot;
    private final MemorySegment from;
    private final SlotPool.Filling filling;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    private Transfer(String slot, MemorySegment from, SlotPool.Filling filling) {
      this.slot = slot;
      this.from = from;
      this.filling = filling;
    }

    /** Where it stands. */
    public State state() {
      return state.get();
    }

    /** How many bytes are carried. */
    public long bytes() {
      return from.byteSize();
    }

    /** Copies the slot; returns whether it is whole at the target, or was cancelled. */
    public boolean run() {
      return run(() -> false);
    }

    /**
     * Copies the slot, and looks between pieces whether it is still wanted.
     *
     * @return whether it is whole at the target; false if it was cancelled
     * @throws IllegalStateException if it ran already
     * @throws RuntimeException what the copier threw
     */
    public boolean run(BooleanSupplier cancelled) {
      if (!state.compareAndSet(State.OPEN, State.COPYING)) {
        if (state.get() == State.CANCELLED) {
          return false;
        }
        throw new IllegalStateException(
            "transfer of " + slot + " can run once while OPEN; it is " + state.get());
      }
      try {
        copy(cancelled);
      } catch (RuntimeException | Error e) {
        state.set(State.FAILED);
        giveUp();
        throw e;
      }
      return settle();
    }

    /** Stops it; does nothing once it has ended. */
    public void cancel() {
      if (state.compareAndSet(State.OPEN, State.CANCELLED)) {
        giveUp();
      } else {
        state.compareAndSet(State.COPYING, State.CANCELLED);
      }
    }

    private void copy(BooleanSupplier cancelled) {
      MemorySegment to = filling.target();
      for (long at = 0; at < from.byteSize() && state.get() == State.COPYING; at += PIECE_BYTES) {
        if (cancelled.getAsBoolean()) {
          cancel();
          return;
        }
        long piece = Math.min(PIECE_BYTES, from.byteSize() - at);
        copier.copy(to.asSlice(at, piece), from.asSlice(at, piece));
      }
    }

    private boolean settle() {
      if (!state.compareAndSet(State.COPYING, State.COPIED)) {
        giveUp();
        return false;
      }
      filling.finish();
      free.release();
      return true;
    }

    private void giveUp() {
      filling.abandon();
      free.release();
    }
  }

  /** Where a transfer stands. */
  public enum State {
    OPEN,
    COPYING,
    COPIED,
    FAILED,
    CANCELLED
  }
}
