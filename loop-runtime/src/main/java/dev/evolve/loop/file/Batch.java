package dev.evolve.loop.file;

import java.nio.ByteBuffer;

/** Steps that are made durable together. Owned by whoever took it from {@link GroupCommit}. */
final class Batch {

  private final ByteBuffer bytes;
  private long segment;
  private long last;
  private int steps;

  Batch(int capacity) {
    this.bytes = ByteBuffer.allocateDirect(capacity);
  }

  /**
   * Empties it.
   *
   * @param segmentNumber the segment that it will be written to
   * @param first number of the step that comes first
   */
  void begin(long segmentNumber, long first) {
    bytes.clear();
    segment = segmentNumber;
    last = first - 1;
    steps = 0;
    Layout.putGroup(bytes, first);
  }

  /** A step was put into the bytes. */
  void took(long sequence) {
    last = sequence;
    steps++;
  }

  ByteBuffer bytes() {
    return bytes;
  }

  long segment() {
    return segment;
  }

  /** Number of the last step. */
  long last() {
    return last;
  }

  int steps() {
    return steps;
  }
}
