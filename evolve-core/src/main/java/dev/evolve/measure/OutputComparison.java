package dev.evolve.measure;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two output files compared element by element, in double arithmetic, in one pass.
 *
 * @param elements number of elements
 * @param relativeL2 ‖candidate − baseline‖₂ / ‖baseline‖₂ over elements that are finite in both;
 *     NaN if there are none or the files cannot be compared
 * @param maximumAbsolute largest absolute difference of those; NaN likewise
 * @param nonFiniteMismatches elements that are NaN or infinite in one and not the same in the other
 * @param bitwiseEqual whether every byte is equal
 * @param problem why they cannot be compared; empty if they can
 */
record OutputComparison(
    long elements,
    double relativeL2,
    double maximumAbsolute,
    long nonFiniteMismatches,
    boolean bitwiseEqual,
    String problem) {

  private static final int CHUNK = 64 * 1024;

  static OutputComparison of(Path baseline, Path candidate, Dtype dtype) throws IOException {
    long size = Files.size(baseline);
    if (size != Files.size(candidate)) {
      return incomparable(
          "the baseline's output has %d bytes, the candidate's %d"
              .formatted(size, Files.size(candidate)));
    }
    if (size == 0 || size % width(dtype) != 0) {
      return incomparable(
          "%d bytes of output are no whole number of %s elements".formatted(size, dtype));
    }
    Sums sums = new Sums(dtype);
    try (InputStream left = new BufferedInputStream(Files.newInputStream(baseline), CHUNK);
        InputStream right = new BufferedInputStream(Files.newInputStream(candidate), CHUNK)) {
      for (long at = 0; at < size; at += CHUNK) {
        byte[] of = left.readNBytes(CHUNK);
        sums.add(of, right.readNBytes(of.length));
      }
    }
    return sums.result();
  }

  private static OutputComparison incomparable(String problem) {
    return new OutputComparison(0, Double.NaN, Double.NaN, 0, false, problem);
  }

  private static int width(Dtype dtype) {
    return switch (dtype) {
      case BYTES -> 1;
      case F32, I32 -> 4;
      case F64, I64 -> 8;
    };
  }

  ParityObservation observation(String scenario, int round, long seed) {
    return new ParityObservation(
        scenario,
        round,
        seed,
        elements,
        relativeL2,
        maximumAbsolute,
        nonFiniteMismatches,
        bitwiseEqual,
        problem);
  }

  /** What is known so far. */
  private static final class Sums {

    private final Dtype dtype;
    private long elements;
    private long compared;
    private long mismatches;
    private double differences;
    private double baseline;
    private double maximum;
    private boolean equal = true;

    Sums(Dtype dtype) {
      this.dtype = dtype;
    }

    void add(byte[] left, byte[] right) {
      equal &= java.util.Arrays.equals(left, right);
      ByteBuffer of = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer with = ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN);
      while (of.hasRemaining()) {
        elements++;
        switch (dtype) {
          case F32 -> element(of.getFloat(), with.getFloat());
          case F64 -> element(of.getDouble(), with.getDouble());
          case I32 -> element(of.getInt(), with.getInt());
          case I64 -> whole(of.getLong(), with.getLong());
          case BYTES -> element(of.get() & 0xff, with.get() & 0xff);
        }
      }
    }

    private void element(double left, double right) {
      if (Double.isFinite(left) && Double.isFinite(right)) {
        difference(left, right - left);
      } else if (Double.compare(left, right) != 0) {
        mismatches++;
      }
    }

    /** Large neighbours are one double; their difference is not. */
    private void whole(long left, long right) {
      long exact = right - left;
      boolean overflow = ((right ^ left) & (right ^ exact)) < 0;
      difference(left, overflow ? (double) right - (double) left : exact);
    }

    private void difference(double left, double difference) {
      compared++;
      baseline += left * left;
      differences += difference * difference;
      maximum = Math.max(maximum, Math.abs(difference));
    }

    OutputComparison result() {
      double none = Double.NaN;
      return new OutputComparison(
          elements,
          compared == 0 ? none : relative(),
          compared == 0 ? none : maximum,
          mismatches,
          equal,
          "");
    }

    /** An output of zeros is matched by zeros only. */
    private double relative() {
      return differences == 0 && baseline == 0 ? 0 : Math.sqrt(differences) / Math.sqrt(baseline);
    }
  }
}
