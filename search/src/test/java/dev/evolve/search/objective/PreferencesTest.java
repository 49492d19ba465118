package dev.evolve.search.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreferencesTest {

  private static final Metric TIME = Metric.smaller("time", "ms");
  private static final Metric RATE = Metric.larger("rate", "1/s");

  private static final Map<String, Double> START = Map.of("time", 10.0, "rate", 100.0);

  @Test
  void makesTheFactorAMeanOfTheRatiosWhateverTheWeights() {
    for (double scale : new double[] {0.01, 1, 50}) {
      Objective objective =
          new Preferences(List.of(TIME, RATE), Map.of("time", 3 * scale, "rate", scale), List.of())
              .against(START);
      assertThat(objective.assess(Map.of("time", 9.0, "rate", 100 / 0.9)).factor())
          .isCloseTo(0.9, within(1e-12));
    }
  }

  @Test
  void weighsASoftLimitAsItWeighsMetrics() {
    Objective objective =
        new Preferences(
                List.of(TIME, RATE),
                Map.of("time", 4.0),
                List.of(Limit.soft("rate", 50, 2), Limit.hard("time", 20)))
            .against(START);
    // Half as heavy as the time: half the rate costs the square root of twice the time.
    assertThat(objective.assess(Map.of("time", 10.0, "rate", 25.0)).factor())
        .isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(objective.assess(Map.of("time", 21.0, "rate", 100.0)).isAccepted()).isFalse();
  }

  @Test
  void refusesWhatDoesNotFitTogetherBeforeAnythingIsMeasured() {
    assertThatThrownBy(() -> new Preferences(List.of(TIME), Map.of(), List.of()))
        .hasMessageContaining("nothing is wanted");
    assertThatThrownBy(
            () ->
                new Preferences(
                    List.of(TIME), Map.of("time", 1.0), List.of(Limit.hard("memory", 3))))
        .hasMessageContaining("there is a limit for memory");
    assertThatThrownBy(
            () ->
                new Preferences(List.of(TIME), Map.of("time", 1.0), List.of())
                    .against(Map.of("time", 0.0)))
        .hasMessageContaining("wanted a baseline of time that its scale holds for, found 0.0");
  }
}
