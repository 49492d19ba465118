package dev.evolve.search.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParetoFrontTest {

  private static List<double[]> points(int count, int objectives, int values, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] point = new double[objectives];
      Arrays.setAll(point, j -> random.nextInt(values) / (double) values);
      points.add(point);
    }
    return points;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void keepsExactlyWhatNothingDominates(int objectives) {
    List<double[]> points = points(200, objectives, 12, objectives);
    ParetoFront<Integer> front = new ParetoFront<>(objectives);
    for (int i = 0; i < points.size(); i++) {
      front.add(i, points.get(i));
    }
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (isOnFront(points, i)) {
        expected.add(i);
      }
    }
    assertThat(front.members())
        .extracting(ParetoFront.Member::candidate)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static boolean isOnFront(List<double[]> points, int index) {
    for (int i = 0; i < points.size(); i++) {
      boolean isTwinBefore = i < index && Arrays.equals(points.get(i), points.get(index));
      if (isTwinBefore || ParetoFront.dominates(points.get(i), points.get(index))) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void measuresTheVolumeThatInclusionAndExclusionFinds(int objectives) {
    double[] reference = new double[objectives];
    Arrays.fill(reference, 0.9);
    for (long seed = 0; seed < 40; seed++) {
      List<double[]> points = points(9, objectives, 20, seed);
      assertThat(Hypervolume.of(points, reference))
          .as("seed %s", seed)
          .isCloseTo(bruteForce(points, reference), within(1e-12));
    }
  }

  /** The volume of a union of boxes by inclusion and exclusion. */
  private static double bruteForce(List<double[]> points, double[] reference) {
    double volume = 0;
    for (int subset = 1; subset < 1 << points.size(); subset++) {
      double box = Integer.bitCount(subset) % 2 == 1 ? 1 : -1;
      for (int j = 0; j < reference.length; j++) {
        double corner = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < points.size(); i++) {
          corner = (subset >> i & 1) == 1 ? Math.max(corner, points.get(i)[j]) : corner;
        }
        box *= Math.max(0, reference[j] - corner);
      }
      volume += box;
    }
    return volume;
  }

  @Test
  void growsByEveryMemberThatComesIn() {
    double[] reference = {1, 1, 1};
    ParetoFront<Integer> front = new ParetoFront<>(3);
    double before = 0;
    List<double[]> points = points(80, 3, 50, 5);
    for (int i = 0; i < points.size(); i++) {
      boolean isIn = front.add(i, points.get(i));
      double after = front.hypervolume(reference);
      assertThat(after > before + 1e-15).as("point %s", i).isEqualTo(isIn);
      before = after;
    }
  }

  @Test
  void refusesValuesThatAreNone() {
    ParetoFront<String> front = new ParetoFront<>(2);
    assertThatThrownBy(() -> front.add("nan", new double[] {Double.NaN, 0}))
        .hasMessageContaining("wanted 2 finite values");
    assertThatThrownBy(() -> front.add("short", new double[] {0}))
        .hasMessageContaining("wanted 2 finite values");
    assertThat(front.members()).isEmpty();
    assertThat(front.hypervolume(new double[] {1, 1})).isZero();
  }

  @Test
  void countsNothingBeyondTheReference() {
    assertThat(Hypervolume.of(List.of(new double[] {2, 0}), new double[] {1, 1})).isZero();
    assertThatThrownBy(() -> Hypervolume.of(List.of(new double[] {2}), new double[] {1, 1}))
        .hasMessageContaining("1 objectives");
  }
}
