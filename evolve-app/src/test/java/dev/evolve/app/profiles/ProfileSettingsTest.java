package dev.evolve.app.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ProfileSettingsTest {

  private static ProfileSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("evolve.profiles", ProfileSettings.class);
  }

  @Test
  void believesForNinetyDaysAndMeasuresFourteenPairs() {
    assertThat(bind(Map.of())).isEqualTo(new ProfileSettings(Duration.ofDays(90), 14));
  }

  @Test
  void takesEveryKey() {
    assertThat(bind(Map.of("evolve.profiles.maximum-age", "7d", "evolve.profiles.rounds", "3")))
        .isEqualTo(new ProfileSettings(Duration.ofDays(7), 3));
  }

  @Test
  void refusesToMeasureNothing() {
    assertThatThrownBy(() -> new ProfileSettings(Duration.ofDays(1), 0))
        .hasMessageContaining("evolve.profiles.rounds");
  }
}
