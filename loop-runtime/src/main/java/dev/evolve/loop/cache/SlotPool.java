package dev.evolve.loop.cache;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Named slots of bytes in one pool, such as the keys and values of one request. A slot is being
 * filled, and cannot be read, until its filling is finished. Thread-safe; what is written into a
 * slot that is ready is its owner's business.
 */
public final class SlotPool {

  private final String name;
  private final long capacityBytes;
  private final Map<String, Slot> slots = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private long usedBytes;

  /**
   * @param name the pool, as in {@link dev.evolve.loop.PlacementHint}
   * @param capacityBytes how much its slots may hold together
   */
  public SlotPool(String name, long capacityBytes) {
    if (capacityBytes < 0) {
      throw new IllegalArgumentException(
          "the capacity of slot pool " + name + " must be at least 0, not " + capacityBytes);
    }
    this.name = name;
    this.capacityBytes = capacityBytes;
  }

  /** The pool's name. */
  public String name() {
    return name;
  }

  /**
   * Makes a slot with a copy of {@code content}.
   *
   * @throws SlotException if there is such a slot already, or no room for it
   */
  public void write(String slot, byte[] content) {
    Filling filling = open(slot, content.length);
    MemorySegment.copy(MemorySegment.ofArray(content), 0, filling.target(), 0, content.length);
    filling.finish();
  }

  /**
   * Makes a slot that is to be filled; its capacity is held from now on.
   *
   * @throws SlotException if there is such a slot already, or no room for it
   */
  public Filling open(String slot, long bytes) {
    lock.lock();
    try {
      if (slots.containsKey(slot)) {
        throw new SlotException("slot " + slot + " is in pool " + name + " already; free it first");
      }
      if (bytes < 0 || bytes > Integer.MAX_VALUE || bytes > capacityBytes - usedBytes) {
        throw new SlotException(noRoom(slot, bytes));
      }
      Slot made = new Slot(MemorySegment.ofArray(new byte[(int) bytes]));
      slots.put(slot, made);
      usedBytes += bytes;
      return new Filling(slot, made);
    } finally {
      lock.unlock();
    }
  }

  private String noRoom(String slot, long bytes) {
    return "slot "
        + slot
        + " needs "
        + bytes
        + " bytes, pool "
        + name
        + " has "
        + (capacityBytes - usedBytes)
        + " left of "
        + capacityBytes;
  }

  /** Whether a slot is there and filled. */
  public boolean isReady(String slot) {
    return locked(() -> ready(slot) != null);
  }

  /**
   * The bytes of a slot themselves, for its owner.
   *
   * @throws SlotException if there is no such slot, or it is not filled yet
   */
  public MemorySegment bytes(String slot) {
    Slot found = locked(() -> ready(slot));
    if (found == null) {
      throw new SlotException("slot " + slot + " is not in pool " + name + ", or not filled yet");
    }
    return found.bytes;
  }

  /** Gives a slot's capacity back; false if there is no such slot or it is being filled. */
  public boolean free(String slot) {
    return locked(() -> ready(slot) != null && remove(slot));
  }

  /** What all slots hold, those that are being filled included. */
  public long usedBytes() {
    return locked(() -> usedBytes);
  }

  private @Nullable Slot ready(String slot) {
    Slot found = slots.get(slot);
    return found != null && found.filled ? found : null;
  }

  private boolean remove(String slot) {
    Slot removed = slots.remove(slot);
    if (removed != null) {
      usedBytes -= removed.bytes.byteSize();
    }
    return removed != null;
  }

  private <T extends @Nullable Object> T locked(java.util.function.Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** A slot of a pool cannot be had. */
  public static final class SlotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlotException(String message) {
      super(message);
    }
  }

  /** A slot that is being filled; it ends by one call of {@link #finish} or {@link #abandon}. */
  public final class Filling {
    private final String slot;
    private final Slot made;

    private Filling(String slot, Slot made) {
      this.slot = slot;
      this.made = made;
    }

    /** Where the bytes go. */
    public MemorySegment target() {
      return made.bytes;
    }

    /** The slot is whole; it can be read from now on. */
    public void finish() {
      locked(() -> made.filled = true);
    }

    /** The slot is not wanted; its capacity is given back. */
    public void abandon() {
      locked(() -> !made.filled && slots.get(slot) == made && remove(slot));
    }
  }

  private static final class Slot {
    private final MemorySegment bytes;
    private boolean filled;

    Slot(MemorySegment bytes) {
      this.bytes = bytes;
    }
  }
}
