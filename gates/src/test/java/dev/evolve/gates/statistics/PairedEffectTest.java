package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate and its exact bounds. */
class PairedEffectTest {

  @Test
  void hasNoBoundsWithTooFewPairs() {
    PairedEffect effect = PairedEffect.of(new double[] {2, 2}, new double[] {1, 1}, 0.01);

    assertThat(effect.bounded()).isFalse();
    assertThat(effect.low()).isZero();
    assertThat(effect.high()).isInfinite();
  }

  @Test
  void isNotMovedByOneOutlier() {
    double[] baseline = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
    double[] candidate = {80, 80, 80, 80, 80, 80, 80, 80, 80, 8000};

    assertThat(PairedEffect.of(baseline, candidate, 0.05).ratio()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void keepsItsPromiseOfCoverage() {
    SplittableRandom random = new SplittableRandom(7);
    int trials = 3_000;
    int missed = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] baseline = new double[12];
      double[] candidate = new double[12];
      for (int i = 0; i < 12; i++) {
        baseline[i] = Math.exp(0.05 * random.nextGaussian());
        candidate[i] = 0.9 * Math.exp(0.05 * random.nextGaussian());
      }
      if (PairedEffect.of(baseline, candidate, 0.01).high() < 0.9) {
        missed++;
      }
    }
    assertThat((double) missed / trials).isLessThan(0.016).isGreaterThan(0.004);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatHasNoLogarithm(double value) {
    assertThatThrownBy(() -> PairedEffect.of(new double[] {1}, new double[] {value}, 0.01))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
