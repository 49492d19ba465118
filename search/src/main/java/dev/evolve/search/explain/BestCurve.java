package dev.evolve.search.explain;

import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the best fell over evaluations and over seconds, with the band in which random search would
 * have been. At most {@value #MOST_POINTS} points each; every improvement is among them where they
 * are few enough.
 *
 * @param scale on which the values are drawn
 * @param byEvaluations ascending
 * @param bySeconds ascending; all at 0 if costs were not told
 * @param basis what the band of random search rests on, for people
 */
public record BestCurve(
    Scale scale, List<CurvePoint> byEvaluations, List<CurvePoint> bySeconds, String basis) {

  /** The most points of a curve. */
  public static final int MOST_POINTS = 200;

  /** The basis of a curve without a band. */
  static final String NO_BASIS = "too few trials to say what random search would have reached";

  public BestCurve {
    byEvaluations = List.copyOf(byEvaluations);
    bySeconds = List.copyOf(bySeconds);
  }

  static BestCurve of(
      List<Trial> trials, Incumbents incumbents, Scale scale, @Nullable RandomReference reference) {
    double[] paid = new double[trials.size()];
    double sum = 0;
    for (int i = 0; i < paid.length; i++) {
      sum += trials.get(i).cost().seconds();
      paid[i] = sum;
    }
    List<CurvePoint> evaluations = new ArrayList<>();
    List<CurvePoint> seconds = new ArrayList<>();
    for (int i : chosen(trials.size(), incumbents.improvements())) {
      Trial best = incumbents.after(i);
      evaluations.add(point(i + 1, best, scale, reference, i + 1));
      double points = reference == null ? 0 : reference.pointsFor(paid[i], i + 1);
      seconds.add(point(paid[i], best, scale, reference, points));
    }
    return new BestCurve(
        scale, evaluations, seconds, reference == null ? NO_BASIS : reference.basis());
  }

  /** The trials that are shown: improvements and an even selection, the last one included. */
  private static Iterable<Integer> chosen(int trials, List<Integer> improvements) {
    TreeSet<Integer> chosen = new TreeSet<>(even(improvements, MOST_POINTS / 2));
    int more = Math.min(trials, MOST_POINTS - chosen.size());
    for (int i = 1; i <= more; i++) {
      chosen.add((int) ((long) i * trials / more) - 1);
    }
    return chosen;
  }

  private static List<Integer> even(List<Integer> all, int most) {
    if (all.size() <= most) {
      return all;
    }
    List<Integer> some = new ArrayList<>();
    for (int i = 1; i <= most; i++) {
      some.add(all.get(i * all.size() / most - 1));
    }
    return some;
  }

  private static CurvePoint point(
      double at,
      @Nullable Trial best,
      Scale scale,
      @Nullable RandomReference reference,
      double points) {
    Measured measured = best != null && best.outcome() instanceof Measured result ? result : null;
    return new CurvePoint(
        at,
        measured == null ? null : (Double) measured.value(),
        measured == null ? null : apart(measured, scale, -2),
        measured == null ? null : apart(measured, scale, 2),
        quantile(reference, 0.05, points),
        quantile(reference, 0.5, points),
        quantile(reference, 0.95, points));
  }

  /** A value some standard errors away, those of the logarithm where ratios count. */
  private static @Nullable Double apart(Measured measured, Scale scale, double errors) {
    double error = measured.standardError();
    if (!(error > 0) || !Double.isFinite(error)) {
      return null;
    }
    return scale.isOfRatios()
        ? measured.value() * Math.exp(errors * error / measured.value())
        : measured.value() + errors * error;
  }

  private static @Nullable Double quantile(
      @Nullable RandomReference reference, double probability, double points) {
    if (reference == null) {
      return null;
    }
    OptionalDouble quantile = reference.quantile(probability, points);
    return quantile.isPresent() ? quantile.getAsDouble() : null;
  }

  /** The same of values that were told negated, since they are to be large. */
  BestCurve negated() {
    return new BestCurve(
        scale,
        byEvaluations.stream().map(CurvePoint::negated).toList(),
        bySeconds.stream().map(CurvePoint::negated).toList(),
        basis);
  }

  /** The curve over evaluations as a text for terminals. */
  public String text(int width) {
    return CurveText.draw(byEvaluations, scale, width, "evaluations");
  }

  /** The curve over seconds as a text for terminals. */
  public String textBySeconds(int width) {
    return CurveText.draw(bySeconds, scale, width, "s");
  }

  /**
   * The curve over evaluations as an SVG element that needs nothing else.
   *
   * @param title for those who do not see it, and for tooltips
   * @param unit of the values; empty if it has none
   */
  public String svg(String title, String unit) {
    return draw(byEvaluations, title, unit, "evaluations");
  }

  /** The curve over seconds as an SVG element that needs nothing else. */
  public String svgBySeconds(String title, String unit) {
    return draw(bySeconds, title, unit, "seconds paid");
  }

  private String draw(List<CurvePoint> points, String title, String unit, String across) {
    String upLabel = unit.isEmpty() ? "best value" : "best value, " + unit;
    return CurveSvg.draw(points, scale, title, description(points, across), across, upLabel);
  }

  private String description(List<CurvePoint> points, String across) {
    Double best = points.isEmpty() ? null : points.getLast().best();
    if (best == null) {
      return "Nothing was measured.";
    }
    CurvePoint last = points.getLast();
    Double median = last.randomMedian();
    return "The best value over %s: %s after %s."
            .formatted(across, Numbers.brief(best), Numbers.brief(last.at()))
        + (median == null
            ? ""
            : " Random search would have reached %s in half of the cases (%s)."
                .formatted(Numbers.brief(median), basis));
  }
}
