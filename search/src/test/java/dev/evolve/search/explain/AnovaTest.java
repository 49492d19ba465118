package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnovaTest {

  private static final Space SPACE =
      Searches.product(
          Searches.ordinal("a", 5),
          new Parameter.Categorical("b", List.of("x", "y", "z")),
          Searches.ordinal("c", 4),
          new Parameter.Bool("d"));
  private static final int[] ALL = {0, 1, 2, 3};

  private static Forest forest(Space space, List<Point> points) {
    SplittableRandom random = new SplittableRandom(5);
    double[] targets =
        points.stream()
            .mapToDouble(
                point -> point.place(0) * point.place(3) + point.place(1) + random.nextDouble())
            .toArray();
    List<Feature> features = Feature.of(space);
    return Forest.grow(Table.of(features, points, targets), Forest.Settings.of(features), 3);
  }

  @Test
  void takesTreesApartByTheirLeavesAsGoingThroughAllPointsDoes() {
    List<Point> all = SPACE.listed().orElseThrow().points();
    Forest forest = forest(SPACE, all.subList(20, 90));
    int[][] cells = Table.cells(Feature.of(SPACE), all);
    int[] sizes = forest.table().sizes();
    FeasibleAnova everywhere = new FeasibleAnova(sizes, cells, false);

    for (Forest.Bag bag : forest.bags().subList(0, 5)) {
      double[] values =
          IntStream.range(0, all.size()).mapToDouble(row -> bag.predict(cells, row)).toArray();
      Decomposition slow = everywhere.of(values, ALL);
      Decomposition exact = ProductAnova.of(bag, sizes, ALL);

      assertThat(exact.total()).isCloseTo(slow.total(), within(1e-9));
      assertThat(exact.first()).containsExactly(slow.first(), within(1e-9));
      for (int feature = 0; feature < ALL.length; feature++) {
        assertThat(exact.pair()[feature]).containsExactly(slow.pair()[feature], within(1e-9));
      }
    }
  }

  @Test
  void addsUpToTheWholeVarianceOnAProductSpaceOfTwo() {
    Space two = Searches.product(Searches.ordinal("a", 6), Searches.ordinal("d", 6));
    List<Point> all = two.listed().orElseThrow().points();
    double[] values =
        all.stream().mapToDouble(point -> Math.pow(point.place(0), point.place(1) / 3.0)).toArray();
    Decomposition parts =
        new FeasibleAnova(new int[] {6, 6}, Table.cells(Feature.of(two), all), false)
            .of(values, new int[] {0, 1});

    assertThat(parts.share(0) + parts.share(1) + parts.share(0, 1)).isCloseTo(1, within(1e-9));
  }

  @Test
  void takesChanceOffWhereGroupsAreSmallSamples() {
    int rows = 400;
    SplittableRandom random = new SplittableRandom(1);
    int[][] cells = {random.ints(rows, 0, 50).toArray()};
    double[] noise = random.doubles(rows).toArray();

    double raw = new FeasibleAnova(new int[] {50}, cells, false).of(noise, new int[0]).share(0);
    double corrected =
        new FeasibleAnova(new int[] {50}, cells, true).of(noise, new int[0]).share(0);

    assertThat(raw).isGreaterThan(0.08);
    assertThat(corrected).isLessThan(0.06);
  }

  @Test
  void weighsTrialsByHowManyFeasiblePointsAreLikeThem() {
    List<Point> all = SPACE.listed().orElseThrow().points();
    Forest forest = forest(SPACE, all.subList(20, 90));
    double[] weights = forest.weights(Table.cells(Feature.of(SPACE), all), all.size());
    double[] predictions =
        Forest.mean(forest.predictions(Table.cells(Feature.of(SPACE), all), all.size()));

    double weighted = 0;
    for (int row = 0; row < weights.length; row++) {
      weighted += weights[row] * forest.table().targets()[row];
    }
    assertThat(IntStream.range(0, weights.length).mapToDouble(row -> weights[row]).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(weighted).isCloseTo(Numbers.mean(predictions), within(1e-9));
  }
}
