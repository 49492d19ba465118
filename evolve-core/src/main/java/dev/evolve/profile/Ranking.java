package dev.evolve.profile;

import dev.evolve.verdict.Effect;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which of several profiles of one key serves. The oldest is the incumbent; another takes its place
 * only if it is <em>shown</em> better: against the same baseline by the confidence bound of its
 * effect that is worse for it, or measured against the incumbent itself and better with its whole
 * interval. Newest is not best, and neither is the largest point estimate. Profiles whose baselines
 * differ otherwise cannot be compared, and the incumbent stays.
 *
 * <p>A pure function of the set: in which order the profiles became known does not matter.
 */
final class Ranking {

  private static final Comparator<TuningProfile> OLDEST_FIRST =
      Comparator.comparing(TuningProfile::measuredAt).thenComparing(TuningProfile::id);

  private Ranking() {}

  /** The one that serves; empty if there is none. */
  static Optional<TuningProfile> best(List<TuningProfile> profiles) {
    return profiles.stream()
        .filter(TuningProfile::isProved)
        .sorted(OLDEST_FIRST)
        .reduce((incumbent, other) -> isBetter(other, incumbent) ? other : incumbent);
  }

  private static boolean isBetter(TuningProfile other, TuningProfile incumbent) {
    if (other.baseline().equals(incumbent.configuration())) {
      return worstCase(other) < 1;
    }
    return other.baseline().equals(incumbent.baseline()) && worstCase(other) < worstCase(incumbent);
  }

  /** Ratio to the baseline that it is not worse than, at its confidence; smaller is better. */
  static double worstCase(TuningProfile profile) {
    Effect effect = profile.effect();
    return effect == null || Double.isNaN(effect.high()) ? Double.POSITIVE_INFINITY : effect.high();
  }
}
