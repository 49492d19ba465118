package dev.evolve.serving.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelsTest {

  private static final Kernels NATIVE = NativeKernels.loadFromUserCache();
  private static final Kernels REFERENCE = new ReferenceKernels();

  private final Arena arena = Arena.ofAuto();
  private final SplittableRandom random = new SplittableRandom(5);

  @ParameterizedTest
  @CsvSource({"1,1,1", "1,256,300", "3,7,129", "5,64,64", "17,256,80", "6,33,16", "4,0,5"})
  void productInCHasTheBitsOfTheReference(int m, int k, int n) {
    MemorySegment a = floats(m * k);
    MemorySegment b = floats(k * n);
    same(m * n, (kernels, out) -> kernels.matmul(a, b, out, m, k, n));
  }

  @ParameterizedTest
  @CsvSource({"1,1,16", "1,256,272", "3,7,128", "5,64,64", "17,256,80", "6,33,48", "13,20,352"})
  void packingTheMatrixLeavesTheBitsAsTheyAre(int m, int k, int n) {
    MemorySegment a = floats(m * k);
    MemorySegment b = floats(k * n);
    PackedMatrix packed = PackedMatrix.of(arena, b, k, n);
    same(m * n, (kernels, out) -> kernels.matmulPacked(a, packed, out, m));
    MemorySegment plain = NativeFloats.allocate(arena, m * n);
    MemorySegment fast = NativeFloats.allocate(arena, m * n);
    NATIVE.matmul(a, b, plain, m, k, n);
    NATIVE.matmulPacked(a, packed, fast, m);
    assertThat(fast.mismatch(plain)).isEqualTo(-1);
  }

  @Test
  void rowOfAProductDoesNotDependOnTheOtherRows() {
    int k = 96;
    int n = 208;
    MemorySegment b = floats(k * n);
    MemorySegment a = floats(17 * k);
    MemorySegment whole = NativeFloats.allocate(arena, 17 * n);
    NATIVE.matmul(a, b, whole, 17, k, n);
    for (int m = 1; m <= 17; m++) {
      MemorySegment part = NativeFloats.allocate(arena, m * n);
      NATIVE.matmul(a, b, part, m, k, n);
      assertThat(part.mismatch(NativeFloats.slice(whole, 0, m * n))).as("m = %d", m).isEqualTo(-1);
      NATIVE.matmulPacked(a, PackedMatrix.of(arena, b, k, n), part, m);
      assertThat(part.mismatch(NativeFloats.slice(whole, 0, m * n))).as("m = %d", m).isEqualTo(-1);
      MemorySegment last = NativeFloats.allocate(arena, n);
      NATIVE.matmul(NativeFloats.slice(a, (m - 1) * k, k), b, last, 1, k, n);
      assertThat(last.mismatch(NativeFloats.slice(whole, (m - 1) * n, n))).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "3,16", "2,50", "5,256"})
  void rowKernelsInCHaveTheBitsOfTheReference(int rows, int width) {
    MemorySegment x = floats(rows * width);
    MemorySegment y = floats(rows * width);
    MemorySegment weight = floats(width);
    same(rows * width, (kernels, out) -> kernels.rmsNorm(x, weight, out, rows, width));
    same(rows * width, (kernels, out) -> kernels.softmax(x, out, rows, width));
    same(rows * width, (kernels, out) -> kernels.gatedSilu(x, y, out, rows * width));
    same(rows * width, (kernels, out) -> kernels.addScaled(x, 0.3f, out, rows * width));
  }

  @Test
  void rotationInCHasTheBitsOfTheReference() {
    RotaryAngles angles = RotaryAngles.of(arena, 40, 32);
    MemorySegment positions = NativeFloats.ofInts(arena, 0, 39, 7);
    float[] values = NativeFloats.toArray(floats(3 * 2 * 32));
    same(
        values.length,
        (kernels, out) -> {
          out.copyFrom(MemorySegment.ofArray(values));
          kernels.rotate(out, angles, positions, 3, 2);
        });
  }

  @ParameterizedTest
  @CsvSource({"1,16,1,1", "2,32,4,1", "4,64,16,1", "3,48,200,1", "2,32,8,3"})
  void attentionInCHasTheBitsOfTheReference(
      int heads, int headDim, int blockSize, int queriesPerHead) {
    Attention attention = new Attention(heads, headDim, blockSize, 130, queriesPerHead);
    same(
        17 * heads * headDim * queriesPerHead,
        (kernels, out) ->
            kernels.attention(attention.queries, attention.cache, attention.rows(0, 17), out));
  }

  @Test
  void rowOfAttentionDoesNotDependOnTheOtherRows() {
    Attention attention = new Attention(4, 64, 16, 130, 1);
    MemorySegment whole = NativeFloats.allocate(arena, 17 * 256);
    NATIVE.attention(attention.queries, attention.cache, attention.rows(0, 17), whole);
    for (int m = 1; m <= 17; m++) {
      MemorySegment part = NativeFloats.allocate(arena, m * 256);
      NATIVE.attention(attention.queries, attention.cache, attention.rows(0, m), part);
      assertThat(part.mismatch(NativeFloats.slice(whole, 0, m * 256))).isEqualTo(-1);
    }
  }

  @Test
  void attentionDoesNotDependOnTheBlockSizeOrOnWhereBlocksLie() {
    int positions = 100;
    MemorySegment keys = floats(positions * 64);
    MemorySegment values = floats(positions * 64);
    MemorySegment queries = floats(64);
    MemorySegment spans = NativeFloats.ofInts(arena, 0, 0, positions);
    MemorySegment expected = NativeFloats.allocate(arena, 64);
    NATIVE.attention(
        queries,
        new PagedKeyValues(keys, values, 2, 32, positions),
        new AttentionRows(spans, NativeFloats.ofInts(arena, 0), 1),
        expected);
    MemorySegment paged = NativeFloats.allocate(arena, 64);
    NATIVE.attention(
        queries,
        new PagedKeyValues(backwards(keys, 10), backwards(values, 10), 2, 32, 10),
        new AttentionRows(spans, NativeFloats.ofInts(arena, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), 1),
        paged);
    assertThat(paged.mismatch(expected)).isEqualTo(-1);
  }

  @Test
  void headsOfQueriesThatShareKeysSeeWhatTheyWouldSeeWithCopies() {
    MemorySegment keys = floats(20 * 32);
    MemorySegment values = floats(20 * 32);
    MemorySegment queries = floats(4 * 16);
    AttentionRows row =
        new AttentionRows(NativeFloats.ofInts(arena, 0, 0, 20), NativeFloats.ofInts(arena, 0), 1);
    MemorySegment shared = NativeFloats.allocate(arena, 4 * 16);
    MemorySegment copied = NativeFloats.allocate(arena, 4 * 16);

    NATIVE.attention(queries, new PagedKeyValues(keys, values, 2, 16, 20, 2), row, shared);
    NATIVE.attention(
        queries, new PagedKeyValues(twice(keys), twice(values), 4, 16, 20), row, copied);

    assertThat(shared.mismatch(copied)).isEqualTo(-1);
  }

  /** Every head of 16 twice in a row. */
  private MemorySegment twice(MemorySegment heads) {
    long count = heads.byteSize() / Float.BYTES / 16;
    MemorySegment result = NativeFloats.allocate(arena, count * 32);
    for (long h = 0; h < count; h++) {
      MemorySegment head = NativeFloats.slice(heads, h * 16, 16);
      NativeFloats.slice(result, h * 32, 16).copyFrom(head);
      NativeFloats.slice(result, h * 32 + 16, 16).copyFrom(head);
    }
    return result;
  }

  @Test
  void attentionIsTheMeanOfTheValuesWeighedBySoftmax() {
    Attention attention = new Attention(1, 16, 8, 20, 1);
    MemorySegment out = NativeFloats.allocate(arena, 16);
    NATIVE.attention(attention.queries, attention.cache, attention.rows(3, 1), out);
    double[] expected = attention.inDoubles(3);
    for (int d = 0; d < 16; d++) {
      assertThat((double) NativeFloats.toArray(out)[d]).isCloseTo(expected[d], within(1e-6));
    }
  }

  @Test
  void exponentialIsWithinTwoUnitsInTheLastPlace() {
    for (float x = -80; x < 80; x += 0.0137f) {
      double exact = StrictMath.exp(x);
      double error = Math.abs(ReferenceKernels.exponential(x) - exact) / Math.ulp((float) exact);
      assertThat(error).as("e^%s", x).isLessThan(2);
    }
  }

  @Test
  void segmentThatIsTooSmallIsRefusedWithBothSizes() {
    MemorySegment small = floats(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NATIVE.matmul(small, small, small, 2, 3, 1))
        .withMessageContaining("24 bytes")
        .withMessageContaining("20");
  }

  @Test
  void heapMemoryIsRefused() {
    MemorySegment heap = MemorySegment.ofArray(new float[4]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NATIVE.softmax(heap, heap, 1, 4))
        .withMessageContaining("native memory");
  }

  @Test
  void missingCompilerIsSaidWithWhatToDo(@TempDir Path cache) {
    assertThatThrownBy(() -> NativeKernels.load("no-such-compiler", cache))
        .isInstanceOf(KernelsUnavailableException.class)
        .hasMessageContaining("no-such-compiler")
        .hasMessageContaining("install gcc or clang")
        .hasMessageContaining("reference kernels");
  }

  @Test
  void failingCompilerIsQuoted(@TempDir Path cache) {
    assertThatThrownBy(() -> NativeKernels.load("false", cache))
        .isInstanceOf(KernelsUnavailableException.class)
        .hasMessageContaining("ended with 1");
  }

  @Test
  void compilerThatFailsHalfwayLeavesNothingBehind(@TempDir Path directory) throws Exception {
    Path compiler = directory.resolve("compiler");
    Files.writeString(
        compiler, "#!/bin/sh\ncase \"$*\" in *-dM*) echo macros;; *) exit 3;; esac\n");
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
    Path cache = directory.resolve("cache");

    assertThatThrownBy(() -> new KernelLibrary(compiler.toString(), cache).file())
        .isInstanceOf(KernelsUnavailableException.class)
        .hasMessageContaining("ended with 3");
    assertThat(cache).isEmptyDirectory();
    assertThat(Files.getPosixFilePermissions(cache))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void libraryIsBuiltOnceAndLeavesNothingElseBehind(@TempDir Path cache) throws Exception {
    Path first = new KernelLibrary("cc", cache).file();
    var built = Files.getLastModifiedTime(first);
    assertThat(new KernelLibrary("cc", cache).file()).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(first)).isEqualTo(built);
    try (var files = Files.list(cache)) {
      assertThat(files).containsExactly(first);
    }
  }

  private void same(int count, BiConsumer<Kernels, MemorySegment> kernel) {
    MemorySegment expected = NativeFloats.allocate(arena, count);
    MemorySegment actual = NativeFloats.allocate(arena, count);
    kernel.accept(REFERENCE, expected);
    kernel.accept(NATIVE, actual);
    assertThat(NativeFloats.toArray(actual)).isEqualTo(NativeFloats.toArray(expected));
    assertThat(actual.mismatch(expected)).isEqualTo(-1);
  }

  private MemorySegment floats(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble(-2, 2);
    }
    return NativeFloats.of(arena, values);
  }

  /** The same rows with the blocks in the opposite order. */
  private MemorySegment backwards(MemorySegment rows, int blockSize) {
    long block = blockSize * 64L;
    long blocks = rows.byteSize() / Float.BYTES / block;
    MemorySegment result = NativeFloats.allocate(arena, blocks * block);
    for (long i = 0; i < blocks; i++) {
      NativeFloats.slice(result, (blocks - 1 - i) * block, block)
          .copyFrom(NativeFloats.slice(rows, i * block, block));
    }
    return result;
  }

  /** Seventeen rows that see spans of different lengths over shuffled blocks. */
  private final class Attention {

    private final PagedKeyValues cache;
    private final MemorySegment queries;
    private final int[] table;
    private final int positions;

    Attention(int heads, int headDim, int blockSize, int positions, int queriesPerHead) {
      this.positions = positions;
      int blocks = (positions + blockSize - 1) / blockSize;
      int floats = blocks * blockSize * heads * headDim;
      cache =
          new PagedKeyValues(
              floats(floats), floats(floats), heads, headDim, blockSize, queriesPerHead);
      queries = floats(17 * cache.queryWidth());
      table = new int[blocks];
      Arrays.setAll(table, block -> blocks - 1 - block);
    }

    AttentionRows rows(int from, int count) {
      int[] spans = new int[count * AttentionRows.SPAN];
      for (int i = 0; i < count; i++) {
        spans[3 * i + 1] = first(from + i);
        spans[3 * i + 2] = last(from + i);
      }
      return new AttentionRows(
          NativeFloats.ofInts(arena, spans), NativeFloats.ofInts(arena, table), count);
    }

    private int first(int row) {
      return row % 3 == 0 ? row / 2 : 0;
    }

    private int last(int row) {
      return Math.min(positions, row * 8 + 2);
    }

    /** The textbook formula for one head; the first query, whatever {@code row} is. */
    double[] inDoubles(int row) {
      float[] keys = NativeFloats.toArray(cache.keys());
      float[] values = NativeFloats.toArray(cache.values());
      float[] query = NativeFloats.toArray(queries);
      double[] out = new double[cache.headDim()];
      double total = 0;
      for (int p = first(row); p < last(row); p++) {
        int at =
            (table[p / cache.blockSize()] * cache.blockSize() + p % cache.blockSize())
                * cache.width();
        double score = 0;
        for (int d = 0; d < out.length; d++) {
          score += (double) query[d] * keys[at + d];
        }
        double weight = Math.exp(score / Math.sqrt(out.length));
        total += weight;
        for (int d = 0; d < out.length; d++) {
          out[d] += weight * values[at + d];
        }
      }
      for (int d = 0; d < out.length; d++) {
        out[d] /= total;
      }
      return out;
    }
  }
}
