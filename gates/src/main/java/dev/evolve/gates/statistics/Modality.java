package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whether values have more than one mode, and where they part. A program that is sometimes in one
 * state and sometimes in another has no typical time; a change of the shares then looks like a
 * change of the program.
 *
 * <p>The dip is the largest distance between the empirical distribution and the unimodal one that
 * is nearest to it. Source: J. A. Hartigan and P. M. Hartigan, "The dip test of unimodality",
 * Annals of Statistics 13 (1985); computed from its definition, by the best place of the mode;
 * significance against uniform samples of the same size, as there.
 *
 * @param dip in [0, 0.25]
 * @param pValue of one mode
 * @param split between the two groups that a cut tells apart best; NaN for fewer than 4 values
 * @param upperShare share of the values above the split
 * @param gap ratio of the two groups' medians, upper over lower
 */
public record Modality(double dip, double pValue, double split, double upperShare, double gap) {

  private static final int FEWEST = 4;
  private static final int SAMPLES = 400;
  private static final int ENOUGH = 10;
  private static final int HALVINGS = 30;

  /**
   * Looks for modes.
   *
   * @param values positive and finite
   */
  public static Modality of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length < FEWEST || sorted[0] == sorted[sorted.length - 1]) {
      return new Modality(0, 1, Double.NaN, 0, 1);
    }
    double dip = dip(sorted);
    int cut = cut(sorted);
    double[] lower = Arrays.copyOf(sorted, cut);
    double[] upper = Arrays.copyOfRange(sorted, cut, sorted.length);
    return new Modality(
        dip,
        pValue(dip, sorted.length),
        (sorted[cut - 1] + sorted[cut]) / 2,
        (double) upper.length / sorted.length,
        Spread.median(upper) / Spread.median(lower));
  }

  /**
   * Sampling ends once enough samples are as far from one mode. Source: J. Besag and P. Clifford,
   * "Sequential Monte Carlo p-values", Biometrika 78 (1991).
   */
  private static double pValue(double dip, int size) {
    SplittableRandom random = new SplittableRandom(size);
    int atLeast = 0;
    for (int sample = 1; sample <= SAMPLES; sample++) {
      double[] uniform = random.doubles(size).sorted().toArray();
      atLeast += UnimodalBand.fits(uniform, dip * (1 - 1e-9)) ? 0 : 1;
      if (atLeast == ENOUGH) {
        return (double) atLeast / sample;
      }
    }
    return (atLeast + 1.0) / (SAMPLES + 1);
  }

  /** Halves the distance within which a unimodal distribution can follow the empirical one. */
  static double dip(double[] sorted) {
    double low = 0;
    double high = 0.25;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (UnimodalBand.fits(sorted, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Math.max(high, 0.5 / sorted.length);
  }

  /** The cut that leaves the least variance within both groups (two means in one dimension). */
  private static int cut(double[] sorted) {
    int best = 1;
    double least = Double.POSITIVE_INFINITY;
    for (int cut = 1; cut < sorted.length; cut++) {
      double within = squares(sorted, 0, cut) + squares(sorted, cut, sorted.length);
      if (within < least) {
        least = within;
        best = cut;
      }
    }
    return best;
  }

  private static double squares(double[] values, int from, int to) {
    double mean = Arrays.stream(values, from, to).average().orElse(0);
    return Arrays.stream(values, from, to).map(v -> (v - mean) * (v - mean)).sum();
  }
}
