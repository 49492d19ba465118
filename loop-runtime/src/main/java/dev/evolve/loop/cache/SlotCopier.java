package dev.evolve.loop.cache;

import java.lang.foreign.MemorySegment;

/** Carries bytes from one pool to another, by whatever connects them. Thread-safe. */
@FunctionalInterface
public interface SlotCopier {

  /** Within one address space. */
  SlotCopier IN_MEMORY = MemorySegment::copyFrom;

  /**
   * Copies all of {@code source}; both have the same size. Returns when the bytes are there.
   *
   * @throws RuntimeException if they could not be carried over
   */
  void copy(MemorySegment target, MemorySegment source);
}
