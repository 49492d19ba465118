package dev.evolve.gates.statistics.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointsTest {

  private static final ChangePoints RULE = ChangePoints.DEFAULT;
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void findsStepsUpAndDownWithTheirSizes() {
    double[] series = series(120, i -> i < 40 ? 100 : i < 80 ? 110 : 95);

    Segmentation found = RULE.of(series);

    assertThat(found.changes()).extracting(ChangePoint::index).containsExactly(40, 80);
    assertThat(found.changes().getFirst().shift().relative()).isCloseTo(0.10, within(0.01));
    assertThat(found.changes().getFirst().shift().low()).isBetween(1.08, 1.10);
    assertThat(found.changes().getLast().shift().relative())
        .isCloseTo(95 / 110.0 - 1, within(0.01));
    assertThat(found.segments()).hasSize(3);
    assertThat(found.segments().get(1))
        .isEqualTo(new Segment(40, 80, found.segments().get(1).level()));
    assertThat(found.last().level()).isCloseTo(95, within(0.5));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 20, 115})
  void findsAStepThatLeavesAShortLevelOnOneSide(int index) {
    double[] series = series(120, i -> i < index ? 100 : 108);

    assertThat(RULE.of(series).changes()).extracting(ChangePoint::index).containsExactly(index);
  }

  @Test
  void makesNoChangeOfSpikes() {
    double[] series = series(120, i -> i % 17 == 3 ? 1e6 : i == 50 || i == 51 ? 0.001 : 100);

    assertThat(RULE.of(series).changes()).isEmpty();
  }

  @Test
  void makesNoChangeOfTwoModes() {
    double[] series = series(200, i -> random.nextBoolean() ? 100 : 112);

    assertThat(RULE.of(series).changes()).isEmpty();
  }

  @Test
  void leavesOutWhatIsSureButBelowTheFloor() {
    double[] series = series(120, i -> i < 60 ? 100 : 101.5);

    assertThat(RULE.of(series).changes()).isEmpty();
    assertThat(new ChangePoints(0.01, 0.01, 5).of(series).changes()).hasSize(1);
  }

  @Test
  void pointsAtNoMoreUnchangingSeriesThanItSaysUnderHeavyTails() {
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
      double[] series =
          series(40, any -> 100 * Math.exp(0.02 * random.nextGaussian() / random.nextDouble()));
      wrong += new ChangePoints(1e-6, 0.05, 5).of(series).changes().isEmpty() ? 0 : 1;
    }

    assertThat(wrong).isBetween(1, 12);
  }

  @Test
  void answersTheSameInAnyUnit() {
    double[] series = series(100, i -> i < 50 ? 100 : 106);
    double[] inSeconds = Arrays.stream(series).map(value -> value / 1e9).toArray();

    assertThat(RULE.of(inSeconds).changes())
        .extracting(ChangePoint::index)
        .isEqualTo(RULE.of(series).changes().stream().map(ChangePoint::index).toList());
  }

  @Test
  void findsNothingInAConstant() {
    double[] series = new double[50];
    Arrays.fill(series, 7);

    assertThat(RULE.of(series).changes()).isEmpty();
    assertThat(RULE.of(series).last()).isEqualTo(new Segment(0, 50, Math.exp(Math.log(7))));
  }

  @Test
  void refusesWhatItCannotJudge() {
    assertThatThrownBy(() -> RULE.of(new double[9])).hasMessageContaining("wanted 10 to 20000");
    assertThatThrownBy(() -> RULE.of(new double[10])).hasMessageContaining("at position 0");
    assertThatThrownBy(() -> new ChangePoints(0.02, 0.001, 5)).hasMessageContaining("share in");
  }

  private double[] series(int size, IntToDoubleFunction level) {
    double[] series = new double[size];
    Arrays.setAll(series, i -> level.applyAsDouble(i) * Math.exp(0.01 * random.nextGaussian()));
    return series;
  }
}
