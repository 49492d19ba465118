package dev.evolve.serving.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures the C kernels and the Vector API side by side, pair by pair in one process (the Vector
 * API always on a row-major matrix), and prints for each case the median processor time of a call
 * and the ratio of the two with its quartiles. Run it with
 *
 * <pre>{@code
 * mvn -q -pl serving-loops -am test-compile
 * java --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
 *   -cp serving-loops/target/classes:serving-loops/target/test-classes \
 *   dev.evolve.serving.kernel.KernelMeasure
 * }</pre>
 *
 * <p>Inputs are seeded; outputs are compared bit for bit before anything is timed.
 */
public final class KernelMeasure {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int PAIRS = 25;
  private static final long SAMPLE_NANOS = 4_000_000;
  private static final int WARM_SAMPLES = 25;

  private final Kernels c = NativeKernels.loadFromUserCache();
  private final VectorKernels vector = new VectorKernels();

  /** Prints a table. */
  public static void main(String[] arguments) {
    KernelMeasure measure = new KernelMeasure();
    System.out.printf(
        Locale.ROOT,
        "%-34s %12s %12s %8s %17s%n",
        "case",
        "C us",
        "Vector us",
        "ratio",
        "quartiles");
    for (int m : new int[] {1, 4, 16, 64}) {
      measure.matmul(m, 256, 1024);
      measure.matmul(m, 1024, 256);
    }
    measure.attention(1, 128);
    measure.attention(1, 1024);
    measure.attention(16, 512);
  }

  private void matmul(int m, int k, int n) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment a = random(arena, (long) m * k);
      MemorySegment b = random(arena, (long) k * n);
      MemorySegment ours = NativeFloats.allocate(arena, (long) m * n);
      MemorySegment theirs = NativeFloats.allocate(arena, (long) m * n);
      compare(
          "matmul " + m + "x" + k + "x" + n,
          () -> c.matmul(a, b, ours, m, k, n),
          () -> vector.matmul(a, b, theirs, m, k, n),
          ours,
          theirs);
      PackedMatrix packed = PackedMatrix.of(arena, b, k, n);
      compare(
          "packed " + m + "x" + k + "x" + n,
          () -> c.matmulPacked(a, packed, ours, m),
          () -> vector.matmul(a, b, theirs, m, k, n),
          ours,
          theirs);
    }
  }

  private void attention(int rows, int positions) {
    try (Arena arena = Arena.ofConfined()) {
      PagedKeyValues cache =
          new PagedKeyValues(
              random(arena, positions * 256L), random(arena, positions * 256L), 4, 64, 16);
      MemorySegment queries = random(arena, rows * 256L);
      MemorySegment ours = NativeFloats.allocate(arena, rows * 256L);
      MemorySegment theirs = NativeFloats.allocate(arena, rows * 256L);
      int[] table = new int[positions / 16];
      Arrays.setAll(table, block -> (block * 7 + 3) % table.length);
      int[] spans = new int[rows * AttentionRows.SPAN];
      for (int i = 0; i < rows; i++) {
        spans[i * AttentionRows.SPAN + 2] = positions - i;
      }
      AttentionRows seen =
          new AttentionRows(
              NativeFloats.ofInts(arena, spans), NativeFloats.ofInts(arena, table), rows);
      compare(
          "attention " + rows + " rows, " + positions + " positions",
          () -> c.attention(queries, cache, seen, ours),
          () -> vector.attention(queries, cache, seen, theirs),
          ours,
          theirs);
    }
  }

  private static void compare(
      String name, Runnable c, Runnable vector, MemorySegment ours, MemorySegment theirs) {
    c.run();
    vector.run();
    if (ours.mismatch(theirs) != -1) {
      throw new IllegalStateException(name + ": C and the Vector API differ");
    }
    for (int i = 0; i < WARM_SAMPLES; i++) {
      sample(c, 100);
      sample(vector, 100);
    }
    int calls = (int) Math.max(1, SAMPLE_NANOS / Math.max(1000, (long) sample(c, 100)));
    double[] cTimes = new double[PAIRS];
    double[] vectorTimes = new double[PAIRS];
    double[] ratios = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      boolean cFirst = i % 2 == 0;
      double first = sample(cFirst ? c : vector, calls);
      double second = sample(cFirst ? vector : c, calls);
      cTimes[i] = cFirst ? first : second;
      vectorTimes[i] = cFirst ? second : first;
      ratios[i] = vectorTimes[i] / cTimes[i];
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s %12.2f %12.2f %8.2f %8.2f %8.2f%n",
        name,
        quantile(cTimes, 0.5) / 1e3,
        quantile(vectorTimes, 0.5) / 1e3,
        quantile(ratios, 0.5),
        quantile(ratios, 0.25),
        quantile(ratios, 0.75));
  }

  /** Nanoseconds of processor time a call; waiting for a processor does not count. */
  private static double sample(Runnable kernel, int calls) {
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < calls; i++) {
      kernel.run();
    }
    return (THREADS.getCurrentThreadCpuTime() - start) / (double) calls;
  }

  private static double quantile(double[] values, double at) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(at * (sorted.length - 1))];
  }

  private static MemorySegment random(Arena arena, long count) {
    SplittableRandom random = new SplittableRandom(count);
    float[] values = new float[Math.toIntExact(count)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return NativeFloats.of(arena, values);
  }
}
