package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact test and its bounds. */
class SignFlipTest {

  @Test
  void countsWhatFlippingEverySignGives() {
    double[] differences = {0.5, -0.1, 0.3, 0.2, -0.4, 0.9, 0.05};
    // Weights: distances over their median 0.3, cut off at 1.5, in 32nds.
    int[] weights = {48, 11, 32, 21, 43, 48, 5};
    int observed = 48 + 32 + 21 + 48 + 5;
    int atLeast = 0;
    for (int signs = 0; signs < 1 << weights.length; signs++) {
      int sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += (signs >> i & 1) * weights[i];
      }
      atLeast += sum >= observed ? 1 : 0;
    }
    assertThat(SignFlip.above(differences, 0)).isCloseTo(atLeast / 128.0, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 9, 20})
  void isNeverSurerThanItsPairsAllow(int pairs) {
    double[] clear = new double[pairs];
    Arrays.setAll(clear, i -> 1 + i * 0.001);

    assertThat(SignFlip.above(clear, 0)).isCloseTo(Math.pow(0.5, pairs), within(1e-15));
    assertThat(SignFlip.below(clear, 0)).isEqualTo(1);
  }

  @Test
  void isNotTalkedOutOfAClearShiftByTwoWildPairs() {
    double[] differences = {.05, .051, .049, .05, .052, .048, .05, .051, .05, .049, -3, .05};

    assertThat(SignFlip.above(differences, 0)).isLessThan(0.005);
    double[] low = {SignFlip.lowerBound(differences, 0.01).orElseThrow()};
    assertThat(low[0]).isBetween(0.0, 0.05);
  }

  @Test
  void rejectsNothingWhereNothingDiffers() {
    assertThat(SignFlip.above(new double[20], 0)).isEqualTo(1);
    assertThat(SignFlip.below(new double[20], 0)).isEqualTo(1);
  }

  @Test
  void hasNoBoundsWithTooFewPairs() {
    assertThat(SignFlip.pairsNeeded(0.01)).isEqualTo(7);
    assertThat(SignFlip.lowerBound(new double[] {1, 2, 3, 4, 5, 6}, 0.01)).isEmpty();
    assertThat(SignFlip.upperBound(new double[] {1, 2, 3, 4, 5, 6, 7}, 0.01)).isPresent();
  }

  @Test
  void givesBoundsThatTheTestAgreesWith() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 200; trial++) {
      double[] differences =
          random.doubles(14).map(u -> random.nextGaussian() / (u + .1)).toArray();
      double low = SignFlip.lowerBound(differences, 0.02).orElseThrow();
      double high = SignFlip.upperBound(differences, 0.02).orElseThrow();

      assertThat(SignFlip.above(differences, low - 1e-9)).isLessThanOrEqualTo(0.02);
      assertThat(SignFlip.below(differences, high + 1e-9)).isLessThanOrEqualTo(0.02);
      assertThat(low).isLessThan(high);
    }
  }

  @Test
  void isTheSameTestInAnyUnit() {
    double[] differences = {0.5, -0.1, 0.3, 0.2, -0.4, 0.9, 0.05, 0.7};
    double[] scaled = Arrays.stream(differences).map(d -> d * 1e-6).toArray();

    assertThat(SignFlip.above(scaled, 0)).isEqualTo(SignFlip.above(differences, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNotFinite(double value) {
    assertThatThrownBy(() -> SignFlip.above(new double[] {1, value}, 0))
        .hasMessageContaining("finite");
  }
}
