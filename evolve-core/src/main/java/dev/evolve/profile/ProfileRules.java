package dev.evolve.profile;

import java.time.Duration;

/**
 * What makes a profile stale.
 *
 * @param maximumAge how long a measurement is believed
 */
public record ProfileRules(Duration maximumAge) {

  /** Ninety days: kernels, compilers and drivers of a fleet rarely stand still for longer. */
  public static final ProfileRules STANDARD = new ProfileRules(Duration.ofDays(90));

  public ProfileRules {
    if (maximumAge.isNegative() || maximumAge.isZero()) {
      throw new IllegalArgumentException(
          "the maximum age of a profile is a positive time, such as 90d; found " + maximumAge);
    }
  }
}
