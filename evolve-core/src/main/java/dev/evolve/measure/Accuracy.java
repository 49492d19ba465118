package dev.evolve.measure;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How far an output is from a reference in double precision, on the same inputs.
 *
 * @param elements number of elements that are finite in both
 * @param error ‖output − reference‖₂ / ‖reference‖₂ over those; NaN if there are none
 * @param noise the same against the reference rounded to the output's type: what the arithmetic
 *     costs beyond the rounding of its result
 * @param referenceNorm ‖reference‖₂ over those
 * @param problem why there is no figure; empty if there is one
 */
public record Accuracy(
    long elements, double error, double noise, double referenceNorm, String problem) {

  /** Where there is no figure. */
  public static Accuracy missing(String problem) {
    return new Accuracy(0, Double.NaN, Double.NaN, Double.NaN, problem);
  }

  /** Root mean square of the reference; 0 without elements. */
  public double rootMeanSquare() {
    return elements == 0 ? 0 : referenceNorm / Math.sqrt(elements);
  }

  /**
   * Compares an output with a reference of {@link Dtype#F64}.
   *
   * @throws IOException if one cannot be read
   */
  public static Accuracy of(Path output, Dtype dtype, Path reference) throws IOException {
    long elements = Files.size(output) / dtype.width();
    long wanted = Files.size(reference) / Dtype.F64.width();
    if (elements != wanted || wanted == 0 || Files.size(reference) % Dtype.F64.width() != 0) {
      return missing(
          "the reference has %d bytes, but %d elements of 8 bytes were wanted"
              .formatted(Files.size(reference), elements));
    }
    Errors errors = new Errors(dtype);
    Elements.visit(output, dtype, reference, Dtype.F64, errors);
    return errors.result();
  }

  private static final class Errors implements Elements.Visitor {

    private final Dtype dtype;
    private final Norm reference = new Norm();
    private final Norm errors = new Norm();
    private final Norm noise = new Norm();
    private long finite;

    Errors(Dtype dtype) {
      this.dtype = dtype;
    }

    @Override
    public void pair(double found, double wanted) {
      double kept = Elements.rounded(wanted, dtype);
      if (Double.isFinite(found) && Double.isFinite(kept)) {
        finite++;
        reference.add(wanted);
        errors.add(found - wanted);
        noise.add(found - kept);
      }
    }

    Accuracy result() {
      double norm = reference.value();
      double none = Double.NaN;
      return finite == 0
          ? new Accuracy(0, none, none, none, "")
          : new Accuracy(finite, relative(errors, norm), relative(noise, norm), norm, "");
    }

    private static double relative(Norm of, double norm) {
      return of.value() == 0 ? 0 : of.value() / norm;
    }
  }
}
