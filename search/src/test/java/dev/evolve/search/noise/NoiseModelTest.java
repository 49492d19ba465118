package dev.evolve.search.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NoiseModelTest {

  private static final double NAN = Double.POSITIVE_INFINITY;

  @Test
  void keepsARareRunOutOfTheBulkAndInTheMean() {
    Shape shape = Shape.of(new double[] {1, 1.001, 0.999, 1.002, 0.998, 1, 1, 3}, NAN);
    assertThat(shape.mean()).isEqualTo(1.25);
    assertThat(shape.bulkCount()).isEqualTo(7);
    assertThat(Math.sqrt(shape.bulkVariance())).isLessThan(0.002);
    assertThat(shape.tailSquares()).isBetween(3.9, 4.1);
  }

  @Test
  void lendsTheNoiseOfAllToAPointWithOneSample() {
    NoiseModel noise = new NoiseModel(4);
    Shape single = Shape.of(new double[] {1}, NAN);
    assertThat(noise.varianceOfMean(single)).isInfinite();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 50; i++) {
      double[] values = new double[8];
      java.util.Arrays.setAll(values, j -> 5 * (1 + 0.03 * random.nextGaussian()));
      noise.learn(Shape.of(values, NAN));
    }
    assertThat(Math.sqrt(noise.varianceOfMean(single))).isBetween(0.025, 0.04);
    double eight =
        noise.varianceOfMean(Shape.of(new double[] {1, 1.03, 0.97, 1, 1.03, 0.97, 1, 1}, NAN));
    assertThat(eight).isLessThan(noise.varianceOfMean(single) / 4);
  }

  @Test
  void holdsAQuietPointForNoisyWhereOthersHadRareSlowRuns() {
    NoiseModel noise = new NoiseModel(4);
    double[] slow = new double[32];
    java.util.Arrays.fill(slow, 1);
    slow[7] = 1.5;
    for (int i = 0; i < 20; i++) {
      noise.learn(Shape.of(slow, NAN));
    }
    double[] quiet = new double[16];
    java.util.Arrays.fill(quiet, 1);
    double error = Math.sqrt(noise.varianceOfMean(Shape.of(quiet, NAN)));
    assertThat(error).isBetween(0.015, 0.03);
  }

  @Test
  void forgetsWhatIsTakenOut() {
    NoiseModel noise = new NoiseModel(4);
    Shape one = Shape.of(new double[] {1, 1.1}, NAN);
    Shape other = Shape.of(new double[] {1, 1.001}, NAN);
    noise.learn(one);
    double alone = noise.deviation();
    noise.learn(other);
    noise.forget(other);
    assertThat(noise.deviation()).isEqualTo(alone);
  }

  @Test
  void findsThatFirstRunsDiffer() {
    SplittableRandom random = new SplittableRandom(1);
    NoiseModel odd = new NoiseModel(4);
    NoiseModel even = new NoiseModel(4);
    for (int i = 0; i < 30; i++) {
      double off = 0.01 * random.nextGaussian();
      odd.observeFirst(List.of(0.9 + off, 1.0, 1.0, 1.01));
      even.observeFirst(List.of(1 + off, 1.0, 1.0, 1.01));
    }
    assertThat(odd.isFirstOdd()).isTrue();
    assertThat(odd.firstOff()).isBetween(-0.12, -0.08);
    assertThat(even.isFirstOdd()).isFalse();
  }

  @Test
  void comparesTwoPointsWithinTheErrorsOfTheirMeans() {
    Comparison comparison = new Comparison(-0.05, 0.01, 30);
    assertThat(comparison.lower(0.025)).isBetween(-0.071, -0.070);
    assertThat(comparison.upper(0.025)).isBetween(-0.030, -0.029);
    assertThat(comparison.isBelow(0, 0.001)).isTrue();
    assertThat(comparison.isAbove(-0.06, 0.001)).isFalse();
    assertThat(Comparison.UNKNOWN.isBelow(0, 0.49)).isFalse();
  }
}
