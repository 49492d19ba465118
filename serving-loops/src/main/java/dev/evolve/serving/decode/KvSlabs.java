package dev.evolve.serving.decode;

import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.kernel.PagedKeyValues;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory that cache blocks index: keys and values of every layer, a row of keys and one of
 * values for each position.
 */
final class KvSlabs {

  private final List<PagedKeyValues> layers = new ArrayList<>();
  private final long rowBytes;

  KvSlabs(Arena arena, DecoderShape shape, int blocks, int blockSize) {
    this.rowBytes = (long) shape.keyWidth() * Float.BYTES;
    long floats = (long) blocks * blockSize * shape.keyWidth();
    for (int i = 0; i < shape.layers(); i++) {
      layers.add(
          new PagedKeyValues(
              NativeFloats.allocate(arena, floats),
              NativeFloats.allocate(arena, floats),
              shape.keyHeads(),
              shape.headDim(),
              blockSize,
              shape.heads() / shape.keyHeads()));
    }
  }

  PagedKeyValues layer(int index) {
    return layers.get(index);
  }

  /** Copies row {@code from} of new keys and values to row {@code to} of a layer. */
  void put(int layer, MemorySegment keys, MemorySegment values, int from, long to) {
    PagedKeyValues slab = layers.get(layer);
    MemorySegment.copy(keys, from * rowBytes, slab.keys(), to * rowBytes, rowBytes);
    MemorySegment.copy(values, from * rowBytes, slab.values(), to * rowBytes, rowBytes);
  }
}
