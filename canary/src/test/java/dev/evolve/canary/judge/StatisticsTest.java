package dev.evolve.canary.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.canary.judge.ErrorTest.Counts;
import dev.evolve.canary.judge.HypergeometricSum.Part;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  private static double[] draw(SplittableRandom random, int size, double factor) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = factor * Math.exp(0.5 * random.nextGaussian());
    }
    return values;
  }

  @Test
  void fishersTestGivesTheTeaTastersProbability() {
    // Three of four cups right: 17 of 70.
    ErrorTest cups = new ErrorTest(List.of(new Counts(4, 1, 4, 3)));

    assertThat(cups.probabilityIfTolerable(0)).isCloseTo(17.0 / 70, within(1e-12));
  }

  @Test
  void countsOfTwoStrataAddUp() {
    HypergeometricSum sum = new HypergeometricSum(List.of(new Part(2, 1, 1), new Part(2, 1, 1)));

    assertThat(sum.atLeast(0)).isEqualTo(1);
    assertThat(sum.atLeast(1)).isCloseTo(0.75, within(1e-12));
    assertThat(sum.atLeast(2)).isCloseTo(0.25, within(1e-12));
    assertThat(sum.atLeast(3)).isZero();
    assertThat(sum.atMost(0)).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void boundsHoldTheTrueRatioAsOftenAsTheyPromise() {
    SplittableRandom random = new SplittableRandom(4);
    int missed = 0;
    for (int trial = 0; trial < 400; trial++) {
      List<Stratum> strata =
          List.of(
              new Stratum(draw(random, 90, 1), draw(random, 30, 1.3)),
              new Stratum(draw(random, 100, 5), draw(random, 100, 6.5)));
      RatioBounds tail = new TailTest(strata, 0.95).bounds(0.05);
      RatioBounds typical = new RankTest(strata).bounds(0.05);
      missed += tail.low() > 1.3 ? 1 : 0;
      missed += tail.high() < 1.3 ? 1 : 0;
      missed += typical.low() > 1.3 ? 1 : 0;
      missed += typical.high() < 1.3 ? 1 : 0;
    }

    // 1600 bounds at 5 %: 80 expected at most, and four standard deviations of room.
    assertThat(missed).isLessThanOrEqualTo(80 + 35);
  }

  @Test
  void estimatesFindTheTrueRatio() {
    SplittableRandom random = new SplittableRandom(5);
    List<Stratum> strata = List.of(new Stratum(draw(random, 20_000, 1), draw(random, 20_000, 1.2)));

    assertThat(new RankTest(strata).estimate()).isCloseTo(1.2, within(0.02));
    assertThat(new TailTest(strata, 0.95).estimate()).isCloseTo(1.2, within(0.04));
  }

  @Test
  void quantilesAreNearestRanks() {
    double[] hundred = new double[100];
    for (int i = 0; i < 100; i++) {
      hundred[i] = i + 1;
    }
    QuantileEstimate p95 = new QuantileEstimate(List.of(new Stratum(hundred, hundred)), 0.95);

    assertThat(p95.baseline()).isEqualTo(95);
    assertThat(p95.candidate()).isEqualTo(95);
  }

  @Test
  void oneValueOfEachArmBoundsNothing() {
    List<Stratum> strata = List.of(new Stratum(new double[] {1}, new double[] {100}));

    assertThat(new TailTest(strata, 0.99).bounds(0.001))
        .isEqualTo(new RatioBounds(0, Double.POSITIVE_INFINITY));
    assertThat(new RankTest(strata).bounds(0.001))
        .isEqualTo(new RatioBounds(0, Double.POSITIVE_INFINITY));
  }
}
