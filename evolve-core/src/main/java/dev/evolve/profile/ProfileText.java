package dev.evolve.profile;

import dev.evolve.verdict.Effect;
import java.time.Duration;
import java.util.Locale;

/** How people read a profile. */
public final class ProfileText {

  private ProfileText() {}

  /** The effect: {@code 12.3 % faster [10.1, 14.2], 14 pairs, on square-384/time}. */
  public static String effect(TuningProfile profile) {
    Effect effect = profile.effect();
    if (effect == null) {
      return "not measured here";
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% better [%.1f, %.1f] at %.4g one-sided confidence, %d pairs, on %s/%s",
        100 * (1 - effect.ratio()),
        100 * (1 - effect.high()),
        100 * (1 - effect.low()),
        effect.confidence(),
        effect.pairs(),
        effect.scenario(),
        effect.metric());
  }

  /** An age in its two largest units: {@code 3 d 4 h}. */
  public static String age(Duration age) {
    Duration known = age.isNegative() ? Duration.ZERO : age;
    if (known.toDays() > 0) {
      return known.toDays() + " d " + known.toHoursPart() + " h";
    }
    return known.toHours() > 0
        ? known.toHours() + " h " + known.toMinutesPart() + " min"
        : known.toMinutes() + " min";
  }
}
