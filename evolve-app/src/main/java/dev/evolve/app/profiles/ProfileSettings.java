package dev.evolve.app.profiles;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How tuning profiles are kept.
 *
 * @param maximumAge how long a measurement is believed before its profile is stale
 * @param rounds pairs of runs on each scenario when a profile is measured again
 */
@ConfigurationProperties("evolve.profiles")
public record ProfileSettings(
    @DefaultValue("90d") Duration maximumAge, @DefaultValue("14") int rounds) {

  public ProfileSettings {
    if (rounds < 1) {
      throw new IllegalArgumentException(
          "evolve.profiles.rounds is how many pairs of runs are made, 1 or more; found " + rounds);
    }
  }
}
