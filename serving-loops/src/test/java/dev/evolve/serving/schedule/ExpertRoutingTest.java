package dev.evolve.serving.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpertRoutingTest {

  @ParameterizedTest
  @CsvSource({"1.0,high-noise", "0.875,high-noise", "0.8749,low-noise", "0.0,low-noise"})
  void boundaryAndAboveGoToTheExpertForHighNoise(double sigma, String expert) {
    assertThat(new ExpertRouting(0.875).expert(sigma)).isEqualTo(expert);
  }

  @Test
  void boundaryOfZeroRoutesEverythingAndAboveOneNothing() {
    assertThat(new ExpertRouting(0).expert(0)).isEqualTo(ExpertRouting.HIGH_NOISE);
    assertThat(new ExpertRouting(1.5).expert(1)).isEqualTo(ExpertRouting.LOW_NOISE);
  }

  @Test
  void refusesABoundaryThatIsNoNoiseLevel() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ExpertRouting(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ExpertRouting(-0.1))
        .withMessageContaining("found -0.1");
  }
}
