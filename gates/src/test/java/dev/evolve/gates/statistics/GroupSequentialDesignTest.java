package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

/** The levels of the looks, against published bounds and against what happens to data. */
class GroupSequentialDesignTest {

  private static final List<Integer> FIVE = List.of(10, 20, 30, 40, 50);

  @Test
  void hasThePublishedBoundsOfOBrienAndFlemingsSpending() {
    // One-sided 0.025, five equal steps; tabulated for instance in Jennison and Turnbull, 2000.
    assertThat(bounds(SpendingFunction.O_BRIEN_FLEMING))
        .usingComparatorForType(near(0.01), Double.class)
        .containsExactly(4.877, 3.357, 2.680, 2.290, 2.031);
  }

  @Test
  void hasThePublishedBoundsOfPococksSpending() {
    assertThat(bounds(SpendingFunction.POCOCK))
        .usingComparatorForType(near(0.005), Double.class)
        .containsExactly(2.438, 2.427, 2.410, 2.397, 2.386);
  }

  @Test
  void spendsNoMoreThanItsErrorRateOnDataWithHeavyTails() {
    GroupSequentialDesign design = GroupSequentialDesign.upTo(40, 0.05);
    SplittableRandom random = new SplittableRandom(11);
    int trials = 1_500;
    int wrong = 0;
    for (int trial = 0; trial < trials; trial++) {
      wrong += anyLookRejects(design, heavyTails(random, 40)) ? 1 : 0;
    }
    assertThat((double) wrong / trials).isLessThan(0.065).isGreaterThan(0.02);
  }

  @Test
  void givesTheWholeErrorRateToASingleLook() {
    GroupSequentialDesign design = GroupSequentialDesign.fixed(12, 0.01);

    assertThat(design.level(12).orElseThrow()).isCloseTo(0.01, within(1e-9));
    assertThat(design.level(11)).isEmpty();
  }

  @Test
  void looksFirstWhereSomethingCanBeSaid() {
    GroupSequentialDesign design = GroupSequentialDesign.upTo(60, 0.0075);

    int first = design.looks().getFirst();
    assertThat(design.level(first).orElseThrow()).isGreaterThanOrEqualTo(Math.pow(0.5, first));
    assertThat(design.looks()).endsWith(60);
    assertThat(design.budget()).isEqualTo(60);
  }

  @Test
  void refusesLooksThatDoNotRise() {
    assertThatThrownBy(
            () -> GroupSequentialDesign.of(List.of(10, 10), 0.01, SpendingFunction.POCOCK))
        .hasMessageContaining("rising");
  }

  private static boolean anyLookRejects(GroupSequentialDesign design, double[] differences) {
    return design.looks().stream()
        .anyMatch(
            look ->
                SignFlip.above(java.util.Arrays.copyOf(differences, look), 0)
                    <= design.level(look).orElseThrow());
  }

  private static double[] heavyTails(SplittableRandom random, int count) {
    return random
        .doubles(count)
        .map(u -> random.nextGaussian() / Math.sqrt(Math.max(u, 1e-9)))
        .toArray();
  }

  private static List<Double> bounds(SpendingFunction spending) {
    GroupSequentialDesign design = GroupSequentialDesign.of(FIVE, 0.025, spending);
    List<Double> bounds = new ArrayList<>();
    for (int look : FIVE) {
      bounds.add(
          -new NormalDistribution().inverseCumulativeProbability(design.level(look).orElseThrow()));
    }
    return bounds;
  }

  private static java.util.Comparator<Double> near(double tolerance) {
    return (a, b) -> Math.abs(a - b) <= tolerance ? 0 : Double.compare(a, b);
  }
}
