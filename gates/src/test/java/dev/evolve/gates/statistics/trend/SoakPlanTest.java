package dev.evolve.gates.statistics.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What is said of a soak before it runs. */
class SoakPlanTest {

  @Test
  void hasTheFactorThatDrawnSoaksGive() {
    assertThat(SoakPlan.simulated(60, 3))
        .isCloseTo(SoakPlan.GROWTH_PER_NOISE, within(0.15 * SoakPlan.GROWTH_PER_NOISE));
  }

  @Test
  void findsLessInALongerOrQuieterSoak() {
    double usual = SoakPlan.detectablePercentPerHour(8, 0.005);
    assertThat(SoakPlan.detectablePercentPerHour(16, 0.005)).isCloseTo(usual / 2, within(1e-12));
    assertThat(SoakPlan.detectablePercentPerHour(8, 0.001)).isCloseTo(usual / 5, within(1e-12));
  }
}
