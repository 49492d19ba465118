package dev.evolve.serving.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A matrix that is multiplied with often, such as weights: in panels of {@value #PANEL} columns,
 * each row-major and the last one narrower where that is left over, so that a product reads it from
 * front to back. Column {@code j} of row {@code i} lies in the panel that begins at float {@code k
 * · (j - j % PANEL)}.
 *
 * @param panels the floats
 * @param k rows
 * @param n columns, a multiple of {@link Kernels#LANES}
 */
public record PackedMatrix(MemorySegment panels, int k, int n) {

  /** Columns of a panel. */
  public static final int PANEL = 64;

  public PackedMatrix {
    KernelChecks.require(k >= 1, "at least one row", k);
    KernelChecks.require(
        n >= 1 && n % Kernels.LANES == 0, "a multiple of " + Kernels.LANES + " columns", n);
    KernelChecks.requireFloats("panels", panels, (long) k * n);
  }

  /** A packed copy of a row-major matrix. */
  public static PackedMatrix of(Arena arena, MemorySegment rowMajor, int k, int n) {
    PackedMatrix packed = new PackedMatrix(NativeFloats.allocate(arena, (long) k * n), k, n);
    KernelChecks.requireFloats("the matrix", rowMajor, (long) k * n);
    packed.fill(rowMajor);
    return packed;
  }

  private void fill(MemorySegment rowMajor) {
    for (int j = 0; j < n; j += PANEL) {
      long bytes = (long) panelWidth(j) * Float.BYTES;
      for (int i = 0; i < k; i++) {
        long from = ((long) i * n + j) * Float.BYTES;
        MemorySegment.copy(rowMajor, from, panels, index(i, j) * Float.BYTES, bytes);
      }
    }
  }

  private int panelWidth(int column) {
    return Math.min(PANEL, n - (column - column % PANEL));
  }

  private long index(int row, int column) {
    long panel = column - column % PANEL;
    return panel * k + (long) row * panelWidth(column) + column % PANEL;
  }

  /** The element of a row and column. */
  float at(int row, int column) {
    return panels.getAtIndex(JAVA_FLOAT, index(row, column));
  }
}
