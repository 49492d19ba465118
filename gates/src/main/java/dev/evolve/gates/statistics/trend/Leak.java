package dev.evolve.gates.statistics.trend;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Steady growth of memory over a soak. All slopes are growth over the whole soak as a share of the
 * baseline's level (of its own without a baseline); {@link #per} turns them into a rate.
 *
 * <p>The bounds come from a moving-block bootstrap: blocks of neighbouring residuals are drawn with
 * replacement, laid on the fitted curve, and everything, warm-up and step included, is fitted
 * again. Source: H. R. Künsch, "The jackknife and the bootstrap for general stationary
 * observations", Annals of Statistics 17 (1989).
 *
 * @param growth estimate
 * @param low lower bound at the rule's confidence
 * @param high upper bound at the rule's confidence
 * @param detectable growth beyond a limit of 0 that such a soak finds with the rule's power
 * @param level the level that all are shares of, in the unit of memory
 * @param steadyFrom where the steady part begins, as a share of the soak
 * @param warmUp time constant of the warm-up as a share of the soak; 0 if none was seen
 * @param stepAt where the level jumped once, as a share of the soak; 0 if it did not
 */
public record Leak(
    double growth,
    double low,
    double high,
    double detectable,
    double level,
    double steadyFrom,
    double warmUp,
    double stepAt) {

  /** Below this F ratio a difference of two curves has no warm-up of its own. */
  private static final double DIFFERENCE_F = 8;

  /**
   * The bootstrap of so short a series sees its error a sixth too small; the bench puts the stated
   * minimum into soaks and counts how often it is found.
   */
  private static final double ERROR_FACTOR = 1.2;

  /** Two curves are judged over the time that they share, at least that share of the longer. */
  private static final double SHARED = 0.9;

  /** Of one curve by itself. */
  public static Leak of(SoakCurve curve, LeakRule rule) {
    problem(curve, curve, rule)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    Floors floors = Span.of(curve, curve).floors(curve, rule);
    return of(floors, floors, true, 0, rule);
  }

  /**
   * Of a candidate beside its baseline, on the same work: judged is the difference of their floors,
   * so that what the work does to both cancels.
   *
   * @throws IllegalArgumentException if there is a {@link #problem}
   */
  public static Leak of(SoakCurve baseline, SoakCurve candidate, LeakRule rule) {
    problem(baseline, candidate, rule)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    Span span = Span.of(baseline, candidate);
    return of(span.floors(baseline, rule), span.floors(candidate, rule), rule);
  }

  /** Of the floors of both arms, in the same bins. */
  static Leak of(Floors baseline, Floors candidate, LeakRule rule) {
    return of(baseline, candidate.minus(baseline), false, DIFFERENCE_F, rule);
  }

  /** Why two curves cannot be judged beside one another; empty if they can. */
  public static Optional<String> problem(SoakCurve baseline, SoakCurve candidate, LeakRule rule) {
    Optional<String> bad =
        baseline
            .problem(rule.minimumSamples())
            .map(why -> "the baseline: " + why)
            .or(() -> candidate.problem(rule.minimumSamples()).map(why -> "the candidate: " + why));
    if (bad.isPresent()) {
      return bad;
    }
    Span span = Span.of(baseline, candidate);
    if (span.to - span.from < SHARED * 3600 * Math.max(baseline.hours(), candidate.hours())) {
      return Optional.of("the two soaks do not run over the same time");
    }
    boolean full = span.floors(baseline, rule).isFull() && span.floors(candidate, rule).isFull();
    return full ? Optional.empty() : Optional.of("a whole bin of time has no sample");
  }

  /** The time that two curves have in common, in seconds. */
  private record Span(double from, double to) {
    static Span of(SoakCurve baseline, SoakCurve candidate) {
      double[] ours = candidate.seconds();
      double[] theirs = baseline.seconds();
      return new Span(
          Math.max(ours[0], theirs[0]), Math.min(ours[ours.length - 1], theirs[theirs.length - 1]));
    }

    Floors floors(SoakCurve curve, LeakRule rule) {
      return Floors.of(curve, from, to, rule.bins());
    }
  }

  private static Leak of(
      Floors levels, Floors judged, boolean onlyFilling, double warmUpF, LeakRule rule) {
    double[] x = judged.position();
    SteadyTrend trend = new SteadyTrend(x, onlyFilling, warmUpF);
    SteadyTrend.Fit fit = trend.fit(judged.floor());
    double[] slopes = resample(trend, fit, judged, rule);
    int start = fit.steady().start();
    double level = TheilSen.median(Arrays.copyOfRange(levels.floor(), start, x.length));
    double low = quantile(slopes, 1 - rule.confidence());
    return new Leak(
        fit.slope() / level,
        Math.min(low, fit.slope()) / level,
        Math.max(quantile(slopes, rule.confidence()), fit.slope()) / level,
        detectable(fit.slope() - low, slopes, rule) / level,
        level,
        start / (double) x.length,
        fit.warmUp(),
        fit.step() / (double) x.length);
  }

  private static double[] resample(
      SteadyTrend trend, SteadyTrend.Fit fit, Floors judged, LeakRule rule) {
    double[] residuals = fit.residuals(judged.position());
    double[] fitted = fitted(judged.floor(), fit, residuals);
    SplittableRandom random = new SplittableRandom(rule.seed());
    double[] slopes = new double[rule.resamples()];
    for (int i = 0; i < slopes.length; i++) {
      double[] again = fitted.clone();
      for (int at = 0; at < again.length; at += rule.block()) {
        int block = random.nextInt(residuals.length - rule.block() + 1);
        for (int j = 0; j < rule.block() && at + j < again.length; j++) {
          again[at + j] += residuals[block + j];
        }
      }
      slopes[i] = trend.fit(again, fit.steady()).slope();
    }
    Arrays.sort(slopes);
    return slopes;
  }

  /** The fitted curve over the whole soak; before the steady part it is the fitted line too. */
  private static double[] fitted(double[] floor, SteadyTrend.Fit fit, double[] residuals) {
    int start = fit.steady().start();
    double[] fitted = floor.clone();
    double first = fit.clean()[start] - residuals[0];
    for (int i = 0; i < fitted.length; i++) {
      double warm = floor[i] - fit.clean()[i];
      fitted[i] =
          i >= start
              ? floor[i] - residuals[i - start]
              : first - fit.slope() * (start - i) / fitted.length + warm;
    }
    return fitted;
  }

  /** What lies the bound's distance and the power's quantile above the limit. */
  private static double detectable(double below, double[] slopes, LeakRule rule) {
    NormalDistribution normal = new NormalDistribution();
    double widths = normal.inverseCumulativeProbability(rule.confidence());
    double error =
        Math.max(0, Math.max(below, quantile(slopes, rule.confidence()) - median(slopes))) / widths;
    return ERROR_FACTOR * error * (widths + normal.inverseCumulativeProbability(rule.power()));
  }

  private static double median(double[] sorted) {
    return quantile(sorted, 0.5);
  }

  /** Between order statistics, as R's default (type 7). */
  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int index = (int) Math.floor(at);
    double next = sorted[Math.min(sorted.length - 1, index + 1)];
    return sorted[index] + (at - index) * (next - sorted[index]);
  }

  /**
   * The same as a rate.
   *
   * @param length length of the soak, such as its hours or its millions of units of work; above 0
   */
  public LeakRate per(double length) {
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new IllegalArgumentException("wanted a length above 0, found " + length);
    }
    double factor = 100 / length;
    return new LeakRate(growth * factor, low * factor, high * factor, detectable * factor);
  }
}
