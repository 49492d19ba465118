package dev.evolve.serving.video;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;

/**
 * Memory and arithmetic of one forward. Every operation treats rows one by one, so that a row's
 * result does not depend on what else is in the batch.
 *
 * @param kernels the arithmetic
 * @param memory zeroed room where results live until the forward ends
 */
record Scratch(Kernels kernels, SegmentAllocator memory) {

  MemorySegment floats(long count) {
    return NativeFloats.allocate(memory, count);
  }

  MemorySegment copyOf(float[] values) {
    return NativeFloats.of(memory, values);
  }

  MemorySegment copyOf(MemorySegment values) {
    return memory.allocate(values.byteSize(), 64).copyFrom(values);
  }

  /** rows of x times the matrix. */
  MemorySegment times(MemorySegment x, Matrix matrix, int rows) {
    MemorySegment product = floats((long) rows * matrix.outputs());
    kernels.matmul(x, matrix.values(), product, rows, matrix.inputs(), matrix.outputs());
    return product;
  }

  /** Rows with mean square 1. */
  MemorySegment normalised(MemorySegment x, int rows, int width) {
    float[] ones = new float[width];
    Arrays.fill(ones, 1);
    MemorySegment normal = floats((long) rows * width);
    kernels.rmsNorm(x, copyOf(ones), normal, rows, width);
    return normal;
  }

  /** (x G · sigmoid(x G)) (x U), a gated layer. */
  MemorySegment gated(MemorySegment x, Matrix gate, Matrix up, int rows) {
    MemorySegment gates = times(x, gate, rows);
    kernels.gatedSilu(gates, times(x, up, rows), gates, rows * gate.outputs());
    return gates;
  }

  /** into += x. */
  void add(MemorySegment x, MemorySegment into, int count) {
    kernels.addScaled(x, 1, into, count);
  }

  static void put(Tensor values, MemorySegment into, long from) {
    MemorySegment.copy(values.toArray(), 0, into, JAVA_FLOAT, from * Float.BYTES, values.size());
  }

  static Tensor tensor(MemorySegment values, long from, int rows, int columns) {
    return Tensor.of(
        rows,
        columns,
        NativeFloats.toArray(NativeFloats.slice(values, from, (long) rows * columns)));
  }
}
