package dev.evolve.app.tune;

import dev.evolve.search.noise.Comparison;
import dev.evolve.search.noise.Verdict;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says how a race ended, in the names and values of the space. */
final class VerdictText {

  private static final double TAIL = 0.025;
  private static final int TIES = 3;

  private final Space space;
  private final boolean isMaximised;

  /**
   * Sentences for a space.
   *
   * @param isMaximised true if the race was told reciprocals
   */
  VerdictText(Space space, boolean isMaximised) {
    this.space = space;
    this.isMaximised = isMaximised;
  }

  String of(Verdict verdict) {
    return standing(verdict) + ties(verdict.ties());
  }

  private String standing(Verdict verdict) {
    String start = "the start " + described(verdict.incumbent());
    String best = described(verdict.best());
    return switch (verdict.standing()) {
      case IMPROVED ->
          best + " is better than " + start + " by " + gain(verdict.gain()) + ", on fresh samples";
      case NO_DIFFERENCE_SHOWN ->
          verdict.gain() == null
              ? "no difference shown: nothing did better than " + start + ", which stays"
              : "no difference shown: "
                  + best
                  + " gains "
                  + gain(verdict.gain())
                  + " on fresh samples over "
                  + start
                  + ", which stays";
      case INCUMBENT_FAILED -> best + " works and " + start + " does not";
      case NOTHING_WORKS -> "no configuration gave a value";
    };
  }

  private String described(@Nullable Point point) {
    return point == null ? "none" : TuneJournal.describe(space.values(point));
  }

  private String gain(@Nullable Comparison gain) {
    return gain == null
        ? "an amount that was not measured"
        : String.format(
            Locale.ROOT,
            "%.2f %% (95 %%: %.2f to %.2f %%)",
            percent(gain.difference()),
            percent(gain.upper(TAIL)),
            percent(gain.lower(TAIL)));
  }

  /** A logarithmic difference as a gain in the metric: so much less, or so much more, of it. */
  private double percent(double difference) {
    return isMaximised ? 100 * Math.expm1(-difference) : -100 * Math.expm1(difference);
  }

  private String ties(List<Point> ties) {
    if (ties.isEmpty()) {
      return "";
    }
    List<String> named = ties.stream().limit(TIES).map(this::described).toList();
    return "; "
        + ties.size()
        + " more not shown worse than the best: "
        + String.join("; ", named)
        + (ties.size() > TIES ? "; ..." : "");
  }
}
