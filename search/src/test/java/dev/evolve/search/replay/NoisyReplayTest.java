package dev.evolve.search.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.noise.RacingPolicy;
import dev.evolve.search.replay.NoisyReplay.Setting;
import dev.evolve.search.strategy.Strategies;
import java.io.StringReader;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

class NoisyReplayTest {

  private static final int SIDE = 12;
  private static final int TIMINGS = 32;

  @Test
  void namesOneOfTheBestVisitedAndClaimsNothingFalse() {
    NoisyReplay replay = replay(40);
    for (Setting setting : Setting.values()) {
      NoisyReplay.Figures figures = replay.figures(setting, 60, 1);
      assertThat(figures.right().value()).as("right, %s", setting).isGreaterThanOrEqualTo(0.95);
      assertThat(figures.falseClaims().count()).as("false claims, %s", setting).isZero();
    }
    assertThat(replay.figures(Setting.RANDOM_START, 60, 1).claims().value()).isGreaterThan(0.8);
    assertThat(replay.figures(Setting.OPTIMUM, 60, 1).claims().count()).isZero();
  }

  @Test
  void repeatsItselfFromTheSeed() {
    NoisyReplay replay = replay(40);
    assertThat(replay.run(Setting.RANDOM_START, 7)).isEqualTo(replay.run(Setting.RANDOM_START, 7));
    assertThat(replay.run(Setting.RANDOM_START, 7))
        .isNotEqualTo(replay.run(Setting.RANDOM_START, 8));
  }

  @Test
  void paysABuildOnceAndAShareOfTheRunPerSample() {
    NoisyRun run = replay(40).run(Setting.RANDOM_START, 3);
    assertThat(run.seconds()).isCloseTo(run.visited() + run.samples() * 0.32 / TIMINGS, within());
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-6);
  }

  private static NoisyReplay replay(double budgetSeconds) {
    MeasuredSpace space = MeasuredSpace.of("made", KernelTunerCache.read(reader(), "made"));
    return new NoisyReplay(
        space, () -> Strategies.create("random"), RacingPolicy.DEFAULT, budgetSeconds);
  }

  /** A valley with a first run that is 20 % slow, as in the recorded spaces. */
  private static StringReader reader() {
    SplittableRandom random = new SplittableRandom(5);
    StringJoiner rows = new StringJoiner(",");
    StringJoiner values = new StringJoiner(",");
    for (int x = 0; x < SIDE; x++) {
      values.add(Integer.toString(x));
      for (int y = 0; y < SIDE; y++) {
        rows.add(row(x, y, random));
      }
    }
    return new StringReader(
        """
        {"device_name": "d", "kernel_name": "k", "problem_size": "1", "objective": "time",
         "tune_params_keys": ["x", "y"], "tune_params": {"x": [%s], "y": [%s]},
         "cache": {%s}}
        """
            .formatted(values, values, rows));
  }

  private static String row(int x, int y, SplittableRandom random) {
    double truth = 1 + 0.02 * (Math.abs(x - 4) + Math.abs(y - 7)) + 0.01 * random.nextDouble();
    StringJoiner times = new StringJoiner(",");
    double sum = 0;
    for (int i = 0; i < TIMINGS; i++) {
      double time = truth * (1 + 0.01 * random.nextGaussian()) * (i == 0 ? 1.2 : 1);
      sum += time;
      times.add(Double.toString(time));
    }
    return String.format(
        Locale.ROOT,
        "\"%d,%d\": {\"x\": %d, \"y\": %d, \"time\": %s, \"times\": [%s], \"compile_time\": 1000,"
            + " \"verification_time\": 0, \"benchmark_time\": 320}",
        x,
        y,
        x,
        y,
        sum / TIMINGS,
        times);
  }
}
