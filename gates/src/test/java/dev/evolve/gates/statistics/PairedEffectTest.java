package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate, its exact bounds, and the distribution under them. */
class PairedEffectTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 12})
  void hasTheDistributionThatCountingEverySubsetGives(int pairs) {
    SignedRank exact = new SignedRank(pairs);
    int[] counts = new int[pairs * (pairs + 1) / 2 + 1];
    for (int subset = 0; subset < 1 << pairs; subset++) {
      int sum = 0;
      for (int rank = 1; rank <= pairs; rank++) {
        sum += (subset >> (rank - 1) & 1) * rank;
      }
      counts[sum]++;
    }
    double cumulative = 0;
    for (int w = 0; w < counts.length; w++) {
      cumulative += counts[w] / Math.pow(2, pairs);
      assertThat(exact.atMost(w)).isCloseTo(cumulative, within(1e-12));
    }
  }

  @Test
  void agreesWithTheTablesOfTheTextbooks() {
    // Hollander, Wolfe and Chicken, table A.4: n = 10, P(W+ <= 5) = .010; n = 8, P(W+ <= 1) = .008.
    assertThat(new SignedRank(10).atMost(5)).isCloseTo(0.00977, within(1e-5));
    assertThat(new SignedRank(8).atMost(1)).isCloseTo(0.00781, within(1e-5));
    assertThat(new SignedRank(10).critical(0.01)).hasValue(5);
  }

  @Test
  void saysHowManyPairsAStatementTakes() {
    assertThat(SignedRank.pairsNeeded(0.01)).isEqualTo(7);
    assertThat(new SignedRank(7).critical(0.01)).isPresent();
    assertThat(new SignedRank(6).critical(0.01)).isEmpty();
  }

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
    int trials = 20_000;
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
    assertThat((double) missed / trials).isLessThan(0.0125).isGreaterThan(0.005);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatHasNoLogarithm(double value) {
    assertThatThrownBy(() -> PairedEffect.of(new double[] {1}, new double[] {value}, 0.01))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
