package dev.evolve.measure;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Two output files compared element by element in double arithmetic, in two passes: the second
 * needs the root mean square of the baseline.
 *
 * @param elements number of elements
 * @param relativeL2 ‖candidate − baseline‖₂ / ‖baseline‖₂ over elements that are finite in both;
 *     NaN if there are none or the files cannot be compared
 * @param maximumAbsolute largest absolute difference of those; NaN likewise
 * @param nonFiniteMismatches elements that are NaN or infinite in one and not the same in the other
 * @param bitwiseEqual whether every byte is equal
 * @param problem why they cannot be compared; empty if they can
 * @param magnitude how large the elements and their differences are; null if there is none finite
 */
public record OutputComparison(
    long elements,
    double relativeL2,
    double maximumAbsolute,
    long nonFiniteMismatches,
    boolean bitwiseEqual,
    String problem,
    ParityObservation.@Nullable Magnitude magnitude) {

  /**
   * Compares two files.
   *
   * @throws IOException if one cannot be read
   */
  public static OutputComparison of(Path baseline, Path candidate, Dtype dtype) throws IOException {
    if (!Files.isRegularFile(candidate, LinkOption.NOFOLLOW_LINKS)) {
      return incomparable("the candidate wrote no output");
    }
    long size = Files.size(baseline);
    if (size != Files.size(candidate)) {
      return incomparable(
          "the baseline's output has %d bytes, the candidate's %d"
              .formatted(size, Files.size(candidate)));
    }
    if (size == 0 || size % dtype.width() != 0) {
      return incomparable(
          "%d bytes of output are no whole number of %s elements".formatted(size, dtype));
    }
    boolean equal = Files.mismatch(baseline, candidate) < 0;
    Sums sums = new Sums();
    Elements.visit(baseline, dtype, candidate, dtype, sums);
    double ulps = 0;
    if (dtype.isFloating() && !equal) {
      Ulps largest = new Ulps(dtype, sums.rootMeanSquare());
      Elements.visit(baseline, dtype, candidate, dtype, largest);
      ulps = largest.largest;
    }
    return sums.result(equal, ulps);
  }

  private static OutputComparison incomparable(String problem) {
    return new OutputComparison(0, Double.NaN, Double.NaN, 0, false, problem, null);
  }

  /** What a gate is told of it. */
  public ParityObservation observation(String scenario, int round, long seed) {
    return new ParityObservation(
        scenario,
        round,
        seed,
        elements,
        relativeL2,
        maximumAbsolute,
        nonFiniteMismatches,
        bitwiseEqual,
        problem,
        magnitude);
  }

  /** What the first pass finds. */
  private static final class Sums implements Elements.Visitor {

    private final Norm baseline = new Norm();
    private final Norm differences = new Norm();
    private long elements;
    private long finite;
    private long mismatches;
    private double maximum;

    @Override
    public void pair(double left, double right) {
      elements++;
      if (Double.isFinite(left) && Double.isFinite(right)) {
        finite++;
        baseline.add(left);
        differences.add(right - left);
        maximum = Math.max(maximum, Math.abs(right - left));
      } else if (Double.compare(left, right) != 0) {
        mismatches++;
      }
    }

    double rootMeanSquare() {
      return baseline.value() / Math.sqrt(Math.max(1, finite));
    }

    OutputComparison result(boolean equal, double ulps) {
      if (finite == 0) {
        return new OutputComparison(elements, Double.NaN, Double.NaN, mismatches, equal, "", null);
      }
      return new OutputComparison(
          elements,
          relative(),
          maximum,
          mismatches,
          equal,
          "",
          new ParityObservation.Magnitude(finite, baseline.value(), differences.value(), ulps));
    }

    /** An output of zeros is matched by zeros only. */
    private double relative() {
      double difference = differences.value();
      return difference == 0 ? 0 : difference / baseline.value();
    }
  }

  /** What the second pass finds: differences in units of the last place. */
  private static final class Ulps implements Elements.Visitor {

    private final Dtype dtype;
    private final double rootMeanSquare;
    private double largest;

    Ulps(Dtype dtype, double rootMeanSquare) {
      this.dtype = dtype;
      this.rootMeanSquare = rootMeanSquare;
    }

    @Override
    public void pair(double left, double right) {
      if (Double.isFinite(left) && Double.isFinite(right) && left != right) {
        double magnitude = Math.max(Math.max(Math.abs(left), Math.abs(right)), rootMeanSquare);
        largest = Math.max(largest, Math.abs(right - left) / dtype.ulp(magnitude));
      }
    }
  }
}
