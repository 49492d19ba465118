package dev.evolve.gates.statistics.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Growth that goes on is a leak; warm-up, sawtooth, noise and one jump are not. */
class LeakTest {

  private static final LeakRule RULE = LeakRule.DEFAULT;
  private static final double LIMIT = 0.1;

  @Test
  void findsHalfAPercentPerHourUnderSawtoothAndNoise() {
    LeakRate leak = rate(hours -> 1000 + 5 * hours, 1);
    assertThat(leak.value()).isCloseTo(0.5, within(0.15));
    assertThat(leak.isAbove(LIMIT)).isTrue();
  }

  @Test
  void findsNoLeakInSawtoothAndNoiseAlone() {
    LeakRate leak = rate(hours -> 1000, 2);
    assertThat(leak.isAbove(LIMIT)).isFalse();
    assertThat(leak.excludes(0.5)).isTrue();
  }

  @Test
  void takesALongWarmUpForNoLeak() {
    LeakRate leak = rate(hours -> 900 + 100 * (1 - Math.exp(-hours)), 3);
    assertThat(leak.isAbove(LIMIT)).isFalse();
  }

  @Test
  void findsALeakBehindAWarmUp() {
    LeakRate leak = rate(hours -> 900 + 100 * (1 - Math.exp(-hours)) + 5 * hours, 3);
    assertThat(leak.isAbove(LIMIT)).isTrue();
  }

  @Test
  void takesACacheThatFillsAtOnceForNoLeak() {
    Leak leak = Leak.of(curve(hours -> hours < 5 ? 1000 : 1100, 4), RULE);
    assertThat(leak.per(8).isAbove(LIMIT)).isFalse();
    assertThat(leak.stepAt()).isCloseTo(5 / 8.0, within(0.05));
  }

  @Test
  void takesStepAfterStepForALeak() {
    LeakRate leak = rate(hours -> 1000 + 5 * Math.floor(hours * 2), 5);
    assertThat(leak.isAbove(LIMIT)).isTrue();
  }

  @Test
  void cancelsWhatTheWorkDoesToBothArms() {
    DoubleUnaryOperator work = hours -> 1000 + 8 * Math.sin(2 * hours) + 12 * hours;
    assertThat(rate(work, 6).isAbove(LIMIT)).isTrue();
    Leak beside = Leak.of(curve(work, 6), curve(work, 7), RULE);
    assertThat(beside.per(8).isAbove(LIMIT)).isFalse();
  }

  @Test
  void findsTheLeakOfTheCandidateUnderTheSameWork() {
    DoubleUnaryOperator work = hours -> 1000 + 60 * Math.sin(hours) - 12 * hours;
    Leak beside =
        Leak.of(curve(work, 6), curve(hours -> work.applyAsDouble(hours) + 5 * hours, 7), RULE);
    assertThat(beside.per(8).isAbove(LIMIT)).isTrue();
    assertThat(beside.per(8).value()).isCloseTo(0.5, within(0.15));
  }

  @Test
  void findsTheLeakThatItSaysItCanFind() {
    int found = 0;
    for (int seed = 100; seed < 140; seed++) {
      double stated = LIMIT + rate(hours -> 1000, seed).detectable();
      found += rate(hours -> 1000 + 10 * stated * hours, seed).isAbove(LIMIT) ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(28);
  }

  @Test
  void saysTheSameInAnotherUnit() {
    SoakCurve bytes = curve(hours -> 1000 + 5 * hours, 8);
    double[] kilobytes = bytes.memory();
    for (int i = 0; i < kilobytes.length; i++) {
      kilobytes[i] *= 1024;
    }
    Leak other = Leak.of(new SoakCurve(bytes.seconds(), kilobytes, bytes.work()), RULE);
    assertThat(other.low()).isCloseTo(Leak.of(bytes, RULE).low(), within(1e-9));
  }

  @Test
  void saysTheSameAgain() {
    SoakCurve curve = curve(hours -> 1000 + hours, 9);
    assertThat(Leak.of(curve, RULE)).isEqualTo(Leak.of(curve, RULE));
  }

  @Test
  void judgesMemoryThatNeverMoves() {
    SoakCurve flat = curve(hours -> 1000, 0);
    double[] memory = new double[flat.size()];
    java.util.Arrays.fill(memory, 1000);
    SoakCurve still = new SoakCurve(flat.seconds(), memory, flat.work());
    assertThat(Leak.of(still, still, RULE).growth()).isZero();
    assertThat(Leak.of(still, RULE).high()).isZero();
  }

  @Test
  void refusesCurvesThatCannotBeJudged() {
    SoakCurve good = curve(hours -> 1000, 1);
    double[] broken = good.memory();
    broken[300] = Double.NaN;
    SoakCurve bad = new SoakCurve(good.seconds(), broken, good.work());
    assertThatThrownBy(() -> Leak.of(good, bad, RULE))
        .hasMessageContaining("the candidate: sample 300");
    assertThatThrownBy(() -> Leak.of(bad, good, RULE)).hasMessageContaining("the baseline");
  }

  private static LeakRate rate(DoubleUnaryOperator level, int seed) {
    return Leak.of(curve(level, seed), RULE).per(8);
  }

  /** 8 h at 30 s, in MB, with a sawtooth of 30 MB and autocorrelated noise. */
  static SoakCurve curve(DoubleUnaryOperator level, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] seconds = new double[960];
    double[] memory = new double[960];
    double[] work = new double[960];
    double noise = 0;
    for (int i = 0; i < seconds.length; i++) {
      double hours = i / 120.0;
      noise = 0.8 * noise + random.nextGaussian();
      seconds[i] = 30.0 * i;
      memory[i] = level.applyAsDouble(hours) + 30 * (hours * 6 % 1) + noise;
      work[i] = 1000 * i;
    }
    return new SoakCurve(seconds, memory, work);
  }
}
