package dev.evolve.gates.statistics.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shift between two samples and the distribution under its bounds. */
class ShiftTest {

  @ParameterizedTest
  @CsvSource({"3,3", "4,2", "5,5", "2,6"})
  void knowsTheDistributionThatDealingOutEveryHandGives(int n, int m) {
    int[] counts = new int[n * m + 1];
    int hands = 0;
    for (int hand = 0; hand < 1 << (n + m); hand++) {
      if (Integer.bitCount(hand) == n) {
        counts[statistic(hand, n + m)]++;
        hands++;
      }
    }
    int atMost = 0;
    for (int u = 0; u < counts.length; u++) {
      atMost += counts[u];
      double probability = atMost / (double) hands;
      assertThat(RankSum.critical(n, m, probability + 1e-12)).isGreaterThanOrEqualTo(u);
      assertThat(RankSum.critical(n, m, probability - 1e-9)).isLessThan(u);
    }
  }

  private static int statistic(int hand, int size) {
    int below = 0;
    int u = 0;
    for (int i = 0; i < size; i++) {
      if ((hand >> i & 1) == 1) {
        u += below;
      } else {
        below++;
      }
    }
    return u;
  }

  @Test
  void approximatesWhereCountingWouldBeLong() {
    int counted = RankSum.critical(30, 30, 0.01);

    assertThat(RankSum.critical(31, 31, 0.01)).isBetween(counted, counted + 25);
  }

  @Test
  void tellsTheRatioInSpiteOfAWildRun() {
    double[] before = {100, 101, 99, 100, 102, 98, 100, 101, 500};
    double[] after = {110, 111, 109, 110, 112, 108, 110, 111, 110};

    Shift shift = Shift.of(before, after, 0.01);

    assertThat(shift.relative()).isCloseTo(0.1, within(0.02));
    assertThat(shift.low()).isBetween(1.0, shift.ratio());
  }

  @Test
  void missesItsBoundsNoMoreOftenThanItSays() {
    SplittableRandom random = new SplittableRandom(7);
    int missed = 0;
    for (int i = 0; i < 4000; i++) {
      Shift shift = Shift.of(heavy(random, 1), heavy(random, 1.1), 0.05);
      missed += shift.low() > 1.1 ? 1 : 0;
    }

    assertThat(missed / 4000.0).isBetween(0.03, 0.06);
  }

  private static double[] heavy(SplittableRandom random, double level) {
    double[] values = new double[9];
    Arrays.setAll(
        values,
        i -> level * Math.exp(0.02 * random.nextGaussian() / Math.sqrt(random.nextDouble())));
    return values;
  }

  @Test
  void refusesValuesWithoutALogarithm() {
    assertThatThrownBy(() -> Shift.of(new double[] {1, 0}, new double[] {1, 2}, 0.05))
        .hasMessageContaining("finite positive values, found 0.0 at position 1");
    assertThatThrownBy(() -> Shift.of(new double[0], new double[] {1}, 0.05))
        .hasMessageContaining("found none");
  }
}
