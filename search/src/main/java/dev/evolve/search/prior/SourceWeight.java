package dev.evolve.search.prior;

import java.util.Locale;

/**
 * How much a source is believed, and why.
 *
 * @param source its name
 * @param weight from 0 to 1; the weights of all sources sum to at most 1
 * @param agreement rank correlation of its values with those measured here, -1 to 1; NaN with fewer
 *     than three
 * @param measured how many points measured here that rests on
 * @param explained share of its own variance that its knobs explain; below {@value
 *     Recollection#LEAST_EXPLAINED} it is not used at all
 */
public record SourceWeight(
    String source, double weight, double agreement, int measured, double explained) {

  /** One sentence for people. */
  public String sentence() {
    if (explained < Recollection.LEAST_EXPLAINED) {
      return String.format(
          Locale.ROOT,
          "%s is not used: its knobs explain %.0f %% of its values",
          source,
          100 * explained);
    }
    String agrees =
        Double.isNaN(agreement)
            ? "nothing to compare it with yet"
            : String.format(
                Locale.ROOT, "rank agreement %.2f over %d measured points", agreement, measured);
    return String.format(Locale.ROOT, "%s has weight %.2f (%s)", source, weight, agrees);
  }
}
