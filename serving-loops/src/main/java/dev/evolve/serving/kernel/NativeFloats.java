package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;

/** Makes and reads native memory that {@link Kernels} work on. */
public final class NativeFloats {

  private static final long CACHE_LINE_BYTES = 64;

  private NativeFloats() {}

  /** Room for {@code count} floats, aligned to a cache line; zeroed where {@code memory} zeroes. */
  public static MemorySegment allocate(SegmentAllocator memory, long count) {
    return memory.allocate(count * Float.BYTES, CACHE_LINE_BYTES);
  }

  /** Room for {@code count} 32-bit integers, aligned to a cache line; zeroed likewise. */
  public static MemorySegment allocateInts(SegmentAllocator memory, long count) {
    return memory.allocate(count * Integer.BYTES, CACHE_LINE_BYTES);
  }

  /** A native copy of {@code values}. */
  public static MemorySegment of(SegmentAllocator memory, float... values) {
    MemorySegment segment = allocate(memory, values.length);
    MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_FLOAT, 0, values.length);
    return segment;
  }

  /** A native copy of {@code values}. */
  public static MemorySegment ofInts(SegmentAllocator memory, int... values) {
    MemorySegment segment = allocateInts(memory, values.length);
    MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_INT, 0, values.length);
    return segment;
  }

  /** The part that begins at float {@code from} and has {@code count} floats. */
  public static MemorySegment slice(MemorySegment segment, long from, long count) {
    return segment.asSlice(from * Float.BYTES, count * Float.BYTES);
  }

  /** A heap copy of all floats. */
  public static float[] toArray(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_FLOAT);
  }
}
