package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Cost;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomReferenceTest {

  private static final double FAILED = Double.NaN;

  @Test
  void drawsWithoutReplacementFromAKnownSpace() {
    RandomReference five =
        RandomReference.ofAllPoints(
            new double[] {3, 1, FAILED, 2, 4}, new double[] {1, 1, 1, 1, 6});

    assertThat(five.chanceOf(1, 2)).isCloseTo(2.0 / 5, within(1e-9));
    assertThat(five.chanceOf(2, 2)).isCloseTo(1 - 3.0 / 5 * 2 / 4, within(1e-9));
    assertThat(five.chanceOf(0.5, 5)).isZero();
    assertThat(five.chanceOf(1, 5)).isCloseTo(1, within(1e-9));
    assertThat(five.quantile(0.5, 2)).hasValue(2);
    assertThat(five.quantile(0.95, 1)).isEmpty();
    assertThat(five.quantile(0.5, 99)).hasValue(1);
    assertThat(five.secondsEach()).isEqualTo(2);
    assertThat(five.pointsFor(10, 3)).isEqualTo(5);
  }

  @Test
  void drawsWithReplacementFromAWeightedSample() {
    RandomReference sample =
        RandomReference.ofSample(
            new double[] {2, 1, FAILED}, new double[] {2, 1, 1}, 0, "a sample");

    assertThat(sample.chanceOf(1, 2)).isCloseTo(1 - 0.75 * 0.75, within(1e-9));
    assertThat(sample.chanceOf(2, 1)).isCloseTo(0.75, within(1e-9));
    assertThat(sample.quantile(0.5, 1)).hasValue(2);
    assertThat(sample.quantile(0.9, 1)).isEmpty();
    assertThat(sample.pointsFor(10, 3)).isEqualTo(3);
  }

  @Test
  void drawsByOrderStatisticsWhatDrawingShows() {
    double[] values = new double[60];
    Arrays.setAll(values, i -> i % 7 == 0 ? FAILED : i * i);
    RandomReference exact = RandomReference.ofAllPoints(values, new double[60]);
    SplittableRandom random = new SplittableRandom(4);
    int within = 0;
    int runs = 20_000;
    for (int run = 0; run < runs; run++) {
      double best = Double.POSITIVE_INFINITY;
      for (int row : random.ints(0, 60).distinct().limit(9).toArray()) {
        best = Math.min(best, Double.isNaN(values[row]) ? best : values[row]);
      }
      within += best <= 25 ? 1 : 0;
    }
    assertThat(exact.chanceOf(25, 9)).isCloseTo(within / (double) runs, within(0.015));
  }

  @Test
  void doesNotCreditRandomSearchWithWhatASearchVisitsOften() {
    Space space =
        Searches.product(
            Searches.ordinal("a", 8), Searches.ordinal("b", 8), Searches.ordinal("c", 8));
    Search search = new Search(space, Strategies.create("random"), 1);
    SplittableRandom random = new SplittableRandom(2);
    while (search.history().trials().size() < 150) {
      Point point = space.draw(random).orElseThrow();
      boolean isTold = value(point) < 3 || random.nextInt(5) == 0;
      if (isTold && !search.history().isKnown(point)) {
        search.tell(new Trial(point, Measured.exactly(value(point)), Cost.NONE, "greedy"));
      }
    }
    double[] all =
        space.listed().orElseThrow().points().stream()
            .mapToDouble(RandomReferenceTest::value)
            .toArray();
    double truth = RandomReference.ofAllPoints(all, all).quantile(0.5, 1).orElseThrow();
    History history = search.history();
    double raw =
        Numbers.quantile(history.trials().stream().mapToDouble(Incumbents::value).toArray(), 0.5);

    RandomReference estimate =
        ReferenceEstimate.of(Model.of(space, history.trials(), 1), history.trials()).orElseThrow();

    double estimated = estimate.quantile(0.5, 1).orElseThrow();
    assertThat(Math.abs(Math.log(raw / truth))).isGreaterThan(0.3);
    assertThat(Math.abs(Math.log(estimated / truth))).isLessThan(0.15);
  }

  private static double value(Point point) {
    return Math.exp(0.2 * point.place(0) + 0.15 * point.place(1) + 0.1 * point.place(2));
  }

  @Test
  void takesTheRandomTrialsWhereThereAreEnough() {
    Space space = Searches.product(Searches.ordinal("a", 10), Searches.ordinal("b", 10));
    Search search =
        Searches.told(
            space,
            60,
            1,
            point ->
                point.place(0) == 0
                    ? new Outcome.Failed(Outcome.Reason.RUN, "")
                    : Measured.exactly(point.place(0)));
    RandomReference reference =
        ReferenceEstimate.of(
                Model.of(space, search.history().trials(), 1), search.history().trials())
            .orElseThrow();

    assertThat(reference.basis()).isEqualTo("the 60 random trials of this search");
    assertThat(reference.secondsEach()).isEqualTo(1);
    assertThat(reference.quantile(0.9999, 1)).isEmpty();
  }
}
