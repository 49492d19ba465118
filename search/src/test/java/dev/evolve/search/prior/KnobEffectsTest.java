package dev.evolve.search.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnobEffectsTest {

  private static final int[] LEVELS = {6, 5, 4};

  private static List<int[]> points() {
    List<int[]> points = new ArrayList<>();
    for (int i = 0; i < 6 * 5 * 4; i++) {
      points.add(new int[] {i / 20, i / 4 % 5, i % 4});
    }
    return points;
  }

  private static double response(int[] point) {
    return point[0] - 2.0 * point[1] + (point[0] == 3 && point[2] == 1 ? 4 : 0);
  }

  @Test
  void findsEffectsAndInteractions() {
    double[] responses = points().stream().mapToDouble(KnobEffectsTest::response).toArray();
    KnobEffects effects = KnobEffects.fit(LEVELS, points(), responses);
    assertThat(effects.effect(1, 4) - effects.effect(1, 0)).isCloseTo(-8, within(1.0));
    assertThat(effects.interaction(0, 3, 2, 1)).isGreaterThan(1);
    assertThat(effects.interaction(2, 1, 0, 3)).isEqualTo(effects.interaction(0, 3, 2, 1));
    assertThat(Math.abs(effects.interaction(1, 2, 2, 1))).isLessThan(0.3);
  }

  @Test
  void tellsValuesThatDependOnTheKnobsFromNoise() {
    Random random = new Random(4);
    double[] noise = points().stream().mapToDouble(point -> random.nextGaussian()).toArray();
    double[] responses = points().stream().mapToDouble(KnobEffectsTest::response).toArray();
    assertThat(KnobEffects.explained(LEVELS, points(), responses)).isGreaterThan(0.8);
    assertThat(KnobEffects.explained(LEVELS, points(), noise)).isLessThan(0.1);
  }
}
