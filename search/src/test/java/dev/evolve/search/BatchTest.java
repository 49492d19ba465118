package dev.evolve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Points that are measured side by side do not collapse onto one place. */
class BatchTest {

  private static final int WORKERS = 16;
  private static final int SIDE = 8;

  private static List<String> strategies() {
    return Strategies.names();
  }

  private static ListedSpace space() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < SIDE * SIDE * SIDE * 3; i++) {
      points.add(
          Point.of(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE % SIDE, i / SIDE / SIDE / SIDE));
    }
    return new ListedSpace(
        List.of(
            new Parameter.Whole("a", 0, SIDE - 1, 1),
            new Parameter.Whole("b", 0, SIDE - 1, 1),
            new Parameter.Whole("c", 0, SIDE - 1, 1),
            new Parameter.Categorical("d", List.of("x", "y", "z"))),
        points);
  }

  private static double value(Point point) {
    double value = 1 + point.place(3);
    for (int i = 0; i < 3; i++) {
      value += Math.pow(point.place(i) - 3 - i, 2);
    }
    return value;
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void asksForDifferentAndSpreadOutPointsAtOnce(String strategy) {
    Search search = new Search(space(), Strategies.create(strategy), 11);
    for (int round = 0; round < 6; round++) {
      List<Proposal> batch = search.ask(WORKERS);
      List<Point> points = batch.stream().map(Proposal::point).toList();
      assertThat(points).as("round %s", round).hasSize(WORKERS).doesNotHaveDuplicates();
      assertThat(meanDistance(points))
          .as("mean number of parameters in which two of round %s differ", round)
          .isGreaterThan(1.2);
      for (Proposal proposal : batch) {
        search.tell(proposal, Outcome.Measured.exactly(value(proposal.point())), new Cost(1, 1));
      }
    }
  }

  private static double meanDistance(List<Point> points) {
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < points.size(); i++) {
      for (int j = 0; j < i; j++) {
        sum += points.get(i).distance(points.get(j));
        pairs++;
      }
    }
    return sum / pairs;
  }
}
