package dev.evolve.verdict;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a gate looked at.
 *
 * @param name what, such as {@code square-384/time}
 * @param verdict what it says by itself
 * @param observed what was found, for people, with its unit and interval
 * @param limit what was wanted
 * @param detail what it means and what to do; empty if nothing
 * @param figures the same for machines; null where there is no number
 */
public record Evidence(
    String name,
    Verdict verdict,
    String observed,
    String limit,
    String detail,
    @Nullable Figures figures) {

  /** Evidence without a number. */
  public Evidence(String name, Verdict verdict, String observed, String limit, String detail) {
    this(name, verdict, observed, limit, detail, null);
  }

  /**
   * What was found, in numbers.
   *
   * @param value estimate, in {@code unit}
   * @param low lower bound; null if there is none
   * @param high upper bound; null if there is none
   * @param limit what {@code value} or its bounds were held against; null if nothing
   * @param unit unit of all four; {@code 1} for a ratio
   * @param samples number of independent samples, such as pairs of processes
   */
  public record Figures(
      double value,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Double limit,
      String unit,
      int samples) {
    public Figures {
      if (!Double.isFinite(value) || isEndless(low) || isEndless(high) || isEndless(limit)) {
        throw new IllegalArgumentException(
            "figures are finite, a bound that is not known is null; found %s [%s, %s], limit %s"
                .formatted(value, low, high, limit));
      }
    }

    private static boolean isEndless(@Nullable Double number) {
      return number != null && !Double.isFinite(number);
    }
  }
}
