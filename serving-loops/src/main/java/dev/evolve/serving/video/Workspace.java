package dev.evolve.serving.video;

import dev.evolve.loop.capture.GraphMismatchException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffers of a captured sequence of kernel calls. The first run that ends binds them; from then
 * on every run is given the same buffers in the same order, zeroed, and one that asks for others is
 * not the sequence that was captured and fails. Used by one run at a time.
 */
final class Workspace implements SegmentAllocator, AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final long capacityBytes;
  private final List<MemorySegment> buffers = new ArrayList<>();
  private long usedBytes;
  private int next;
  private boolean bound;

  Workspace(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  /** Begins a run. */
  void begin() {
    next = 0;
  }

  /**
   * Ends a run whose results are whole.
   *
   * @throws GraphMismatchException if it used fewer buffers than were bound
   */
  void end() {
    if (next != buffers.size()) {
      throw new GraphMismatchException(
          "the graph has " + buffers.size() + " buffers, the step used " + next);
    }
    bound = true;
  }

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    if (next < buffers.size()) {
      return again(byteSize);
    }
    if (bound) {
      throw new GraphMismatchException(
          "the graph has " + buffers.size() + " buffers, the step asks for more");
    }
    if (byteSize > capacityBytes - usedBytes) {
      throw new GraphMismatchException(
          "the graph may keep "
              + capacityBytes
              + " bytes and needs more; correct the plan's Capture.workspaceBytes");
    }
    MemorySegment made = arena.allocate(byteSize, byteAlignment);
    usedBytes += byteSize;
    buffers.add(made);
    next++;
    return made;
  }

  private MemorySegment again(long byteSize) {
    MemorySegment buffer = buffers.get(next++);
    if (buffer.byteSize() != byteSize) {
      throw new GraphMismatchException(
          "buffer "
              + next
              + " of the graph has "
              + buffer.byteSize()
              + " bytes, the step asks for "
              + byteSize);
    }
    return buffer.fill((byte) 0);
  }

  @Override
  public void close() {
    arena.close();
  }
}
