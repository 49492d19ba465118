package dev.evolve.gates.compare;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows shares as percentages. */
final class Shares {

  private Shares() {}

  /** Such as {@code +8.1 %}; {@code ?} for none. */
  static String signed(@Nullable Double share) {
    return share == null || !Double.isFinite(share)
        ? "?"
        : String.format(Locale.ROOT, "%+.1f %%", share * 100);
  }

  /** Such as {@code 2 %}. */
  static String plain(double share) {
    String text = String.format(Locale.ROOT, "%.3f", share * 100);
    return text.replaceFirst("\\.?0+$", "") + " %";
  }

  /** Such as {@code +7.2 % to +9.0 %}. */
  static String interval(@Nullable Double low, @Nullable Double high) {
    return signed(low) + " to " + signed(high);
  }
}
