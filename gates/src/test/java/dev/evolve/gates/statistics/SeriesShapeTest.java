package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Warm-up, order and modes of series of runs. */
class SeriesShapeTest {

  private final SplittableRandom random = new SplittableRandom(17);

  @Test
  void cutsOffTheWarmUp() {
    double[] iterations = noise(200, 100, 1);
    for (int i = 0; i < 40; i++) {
      iterations[i] += 80 * Math.exp(-i / 12.0);
    }
    assertThat(SteadyState.start(iterations).orElseThrow()).isBetween(20, 75);
    assertThat(Spread.median(SteadyState.steadyPart(iterations))).isCloseTo(100, within(0.6));
  }

  @Test
  void keepsASeriesThatIsSteadyFromTheStart() {
    assertThat(SteadyState.start(noise(200, 100, 1)).orElseThrow()).isLessThanOrEqualTo(60);
    assertThat(SteadyState.start(new double[200])).hasValue(0);
    assertThat(SteadyState.start(new double[] {9, 5, 1})).hasValue(0);
  }

  @Test
  void saysWhenASeriesNeverBecomesSteady() {
    double[] falling = noise(200, 100, 0.1);
    for (int i = 0; i < 200; i++) {
      falling[i] -= i < 150 ? 0.2 * i : 30;
    }
    assertThat(SteadyState.start(falling)).isEmpty();
  }

  @Test
  void isNotMisledByASinglePause() {
    double[] iterations = noise(100, 100, 1);
    iterations[60] = 5000;

    assertThat(SteadyState.start(iterations).orElseThrow()).isLessThan(50);
  }

  @Test
  void seesThatTheSecondRunIsSlower() {
    double[] ratios = noise(16, 0, 0.01);
    boolean[] candidateFirst = new boolean[16];
    for (int i = 0; i < 16; i++) {
      candidateFirst[i] = i % 2 == 0;
      ratios[i] += candidateFirst[i] ? -0.05 : 0.05;
    }
    OrderEffect effect = OrderEffect.of(ratios, candidateFirst);

    assertThat(effect.ratio()).isCloseTo(1.051, within(0.01));
    assertThat(effect.pValue()).isLessThan(0.001);
    assertThat(OrderEffect.of(noise(16, 0, 0.01), candidateFirst).pValue()).isGreaterThan(0.01);
    assertThat(OrderEffect.of(ratios, new boolean[16]).pValue()).isEqualTo(1);
  }

  @Test
  void tellsTwoModesFromOne() {
    double[] two = noise(40, 100, 1);
    for (int i = 0; i < 15; i++) {
      two[i] = 113 + random.nextGaussian();
    }
    Modality modality = Modality.of(two);

    assertThat(modality.pValue()).isLessThan(0.01);
    assertThat(modality.split()).isBetween(103.0, 110.5);
    assertThat(modality.upperShare()).isCloseTo(15 / 40.0, within(0.03));
    assertThat(modality.gap()).isCloseTo(1.13, within(0.02));
    assertThat(Modality.of(noise(40, 100, 1)).pValue()).isGreaterThan(0.05);
    assertThat(Modality.of(new double[] {3, 3, 3, 3, 3}).pValue()).isEqualTo(1);
  }

  @Test
  void hasTheDipsOfTheDefinition() {
    // Evenly spaced values are as unimodal as can be: half a step. Two atoms: a quarter.
    assertThat(Modality.dip(new double[] {1, 2, 3, 4, 5})).isCloseTo(0.1, within(1e-6));
    double[] atoms = new double[20];
    Arrays.setAll(atoms, i -> i < 10 ? 1 : 2);
    assertThat(Modality.dip(atoms)).isCloseTo(0.25, within(1e-6));
  }

  private double[] noise(int count, double centre, double deviation) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> centre + deviation * random.nextGaussian());
    return values;
  }
}
