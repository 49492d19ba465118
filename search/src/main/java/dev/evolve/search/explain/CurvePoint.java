package dev.evolve.search.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The best known at some point of a search beside what random search would have had.
 *
 * @param at evaluations or seconds paid so far
 * @param best value of the best; absent as long as nothing ran
 * @param low two standard errors of the best's measurement below it; absent if they are not known
 * @param high two standard errors above
 * @param randomLow what random search reaches in 5 of 100 cases at this cost; absent where it finds
 *     nothing or there is nothing to estimate it from
 * @param randomMedian what it reaches in half of the cases
 * @param randomHigh what it reaches in 95 of 100 cases
 */
public record CurvePoint(
    double at,
    @Nullable Double best,
    @Nullable Double low,
    @Nullable Double high,
    @Nullable Double randomLow,
    @Nullable Double randomMedian,
    @Nullable Double randomHigh) {

  /** The end of an axis at which the bad values are: that away from the lucky ones. */
  static double worst(List<CurvePoint> points, Axis axis) {
    return points.stream().anyMatch(CurvePoint::isLuckHigh) ? axis.low() : axis.high();
  }

  private boolean isLuckHigh() {
    return randomLow != null && randomMedian != null && randomLow > randomMedian;
  }

  /** The same curve of values that were told negated. */
  CurvePoint negated() {
    return new CurvePoint(
        at,
        negated(best),
        negated(high),
        negated(low),
        negated(randomLow),
        negated(randomMedian),
        negated(randomHigh));
  }

  private static @Nullable Double negated(@Nullable Double value) {
    return value == null ? null : (Double) (0 - value);
  }
}
