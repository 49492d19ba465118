package dev.evolve.gates.statistics.trend;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * The straight growth in a series of floors, beside a warm-up that dies away and one step at most.
 *
 * <p>First a decaying exponential is fitted beside a line over the whole series by least squares
 * (its time constant from a grid) and taken off where it explains enough. The steady part begins
 * two time constants in, never later than halfway. In it the best single step is looked for beside
 * a line; where it explains enough, no pair of points across it counts. The slope of what is left
 * is Theil's and Sen's.
 *
 * <p>Both "enough" are F ratios of the explained to the unexplained sum of squares, per degree of
 * freedom (C. Gallant and W. Fuller, "Fitting segmented polynomial regression models whose join
 * points have to be estimated", Journal of the American Statistical Association 68 (1973)).
 */
final class SteadyTrend {

  /** Time constants of a warm-up, as shares of the soak. */
  private static final double[] TAUS = {0.0125, 0.021, 0.031, 0.05, 0.075, 0.1, 0.125, 0.1625};

  private static final double TIME_CONSTANTS = 2;
  private static final double EARLIEST = 0.0625;
  private static final double LATEST = 0.5;
  private static final double STEP_F = 20;
  private static final int STEP_EDGE = 2;

  private final double[] x;
  private final boolean onlyFilling;
  private final double warmUpF;
  private final double[][] line;
  private final double[][] warm;
  private final double[] warmNorm;

  /**
   * @param x positions, rising, between 0 and 1
   * @param onlyFilling true if a warm-up can only fill memory; false for differences, which may go
   *     either way
   * @param warmUpF F ratio from which a warm-up is believed
   */
  SteadyTrend(double[] x, boolean onlyFilling, double warmUpF) {
    this.x = x.clone();
    this.onlyFilling = onlyFilling;
    this.warmUpF = warmUpF;
    this.line = orthonormal(x, 0, x.length);
    this.warm = new double[TAUS.length][];
    this.warmNorm = new double[TAUS.length];
    for (int i = 0; i < TAUS.length; i++) {
      double[] decay = decay(TAUS[i]);
      residual(decay, 0, line);
      warmNorm[i] = Math.sqrt(dot(decay, decay));
      warm[i] = scaled(decay, 1 / warmNorm[i]);
    }
  }

  /** Fits and chooses where the steady part begins. */
  Fit fit(double[] y) {
    Warmth warmth = warmth(y);
    double tau = warmth.size() == 0 ? 0 : TAUS[warmth.tau()];
    double from = Math.min(LATEST, Math.max(EARLIEST, TIME_CONSTANTS * tau));
    int start = 0;
    while (x[start] < from) {
      start++;
    }
    return fit(y, warmth, steadyFrom(start));
  }

  /** Fits again with the steady part of an earlier fit. */
  Fit fit(double[] y, Steady steady) {
    return fit(y, warmth(y), steady);
  }

  private Fit fit(double[] y, Warmth warmth, Steady steady) {
    double[] clean = y.clone();
    if (warmth.size() != 0) {
      double[] decay = decay(TAUS[warmth.tau()]);
      for (int i = 0; i < clean.length; i++) {
        clean[i] -= warmth.size() * decay[i];
      }
    }
    int step = steady.step(clean);
    double slope =
        TheilSen.slope(x, clean, steady.start, x.length, step == 0 ? steady.start : step);
    return new Fit(slope, step, warmth.size() == 0 ? 0 : TAUS[warmth.tau()], steady, clean);
  }

  private Warmth warmth(double[] y) {
    double[] left = y.clone();
    residual(left, 0, line);
    double all = dot(left, left);
    int best = -1;
    double explained = 0;
    for (int i = 0; i < TAUS.length; i++) {
      double size = dot(warm[i], left);
      if ((size < 0 || !onlyFilling) && size * size > explained) {
        best = i;
        explained = size * size;
      }
    }
    if (best < 0 || explained <= warmUpF * (all - explained) / (x.length - 4)) {
      return new Warmth(0, 0);
    }
    return new Warmth(best, dot(warm[best], left) / warmNorm[best]);
  }

  private Steady steadyFrom(int start) {
    int n = x.length - start;
    double[][] basis = orthonormal(x, start, x.length);
    double[][] steps = new double[n][];
    for (int at = STEP_EDGE; at <= n - STEP_EDGE; at++) {
      double[] jump = new double[n];
      Arrays.fill(jump, at, n, 1);
      residual(jump, 0, basis);
      steps[at] = scaled(jump, 1 / Math.sqrt(dot(jump, jump)));
    }
    return new Steady(start, basis, steps);
  }

  private double[] decay(double tau) {
    double[] decay = new double[x.length];
    for (int i = 0; i < decay.length; i++) {
      decay[i] = Math.exp(-x[i] / tau);
    }
    return decay;
  }

  private static double[][] orthonormal(double[] x, int from, int to) {
    RealMatrix columns = new Array2DRowRealMatrix(to - from, 2);
    for (int i = from; i < to; i++) {
      columns.setEntry(i - from, 0, 1);
      columns.setEntry(i - from, 1, x[i]);
    }
    RealMatrix q = new QRDecomposition(columns).getQ();
    return new double[][] {q.getColumn(0), q.getColumn(1)};
  }

  /** Takes the projection on a basis off {@code values}, from index {@code from} on. */
  private static void residual(double[] values, int from, double[][] basis) {
    for (double[] direction : basis) {
      double size = 0;
      for (int i = 0; i < direction.length; i++) {
        size += direction[i] * values[from + i];
      }
      for (int i = 0; i < direction.length; i++) {
        values[from + i] -= size * direction[i];
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  /** How much of which decay there is; {@code size} 0 for none. */
  private record Warmth(int tau, double size) {}

  /**
   * What was fitted.
   *
   * @param slope growth over the whole length of the series
   * @param step index of the first point after a step; 0 for none
   * @param warmUp time constant of the warm-up as a share of the soak; 0 for none
   * @param steady the steady part
   * @param clean the series without its warm-up
   */
  record Fit(double slope, int step, double warmUp, Steady steady, double[] clean) {

    /** What neither slope nor step explains, of the steady part. */
    double[] residuals(double[] x) {
      int start = steady.start;
      double[] left = new double[clean.length - start];
      for (int i = 0; i < left.length; i++) {
        left[i] = clean[start + i] - slope * x[start + i];
      }
      if (step == 0) {
        return centred(left, 0, left.length);
      }
      return centred(centred(left, 0, step - start), step - start, left.length);
    }

    private static double[] centred(double[] values, int from, int to) {
      double middle = TheilSen.median(Arrays.copyOfRange(values, from, to));
      double[] centred = values.clone();
      for (int i = from; i < to; i++) {
        centred[i] -= middle;
      }
      return centred;
    }
  }

  /** The steady part, from the point {@code start} on, with what finding a step needs. */
  static final class Steady {

    private final int start;
    private final double[][] basis;
    private final double[][] steps;

    private Steady(int start, double[][] basis, double[][] steps) {
      this.start = start;
      this.basis = basis;
      this.steps = steps;
    }

    /** Index of its first point. */
    int start() {
      return start;
    }

    /** Index in the whole series of the first point after the best step; 0 if none is believed. */
    private int step(double[] clean) {
      double[] left = Arrays.copyOfRange(clean, start, clean.length);
      residual(left, 0, basis);
      double all = dot(left, left);
      int best = 0;
      double explained = 0;
      for (int at = STEP_EDGE; at <= left.length - STEP_EDGE; at++) {
        double size = dot(steps[at], left);
        if (size * size > explained) {
          best = at;
          explained = size * size;
        }
      }
      return explained > STEP_F * (all - explained) / (left.length - 3) ? start + best : 0;
    }
  }
}
