package dev.evolve.search.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CostModelTest {

  private static final ListedSpace SPACE =
      new ListedSpace(
          List.of(
              new Parameter.Whole("unroll", 0, 20, 1),
              new Parameter.Categorical("layout", List.of("row", "column"))),
          List.of(Point.of(0, 0)));

  private static Cost truth(Point point) {
    double run = point.place(1) == 0 ? 1 : 8;
    return new Cost(0.5 * Math.exp(0.15 * point.place(0)), run);
  }

  private static Trial trial(Point point) {
    return new Trial(point, Outcome.Measured.exactly(1), truth(point), "random");
  }

  @Test
  void learnsWhatBuildAndRunCost() {
    CostModel model = new CostModel(SPACE);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 60; i++) {
      model.observe(trial(Point.of(random.nextInt(21), random.nextInt(2))));
    }
    double worst = 0;
    for (int unroll = 0; unroll <= 20; unroll++) {
      for (int layout = 0; layout < 2; layout++) {
        Point point = Point.of(unroll, layout);
        Cost predicted = model.predict(point).orElseThrow();
        worst =
            Math.max(
                worst, Math.abs(Math.log(predicted.buildSeconds() / truth(point).buildSeconds())));
        assertThat(predicted.runSeconds())
            .as("run of %s", point)
            .isCloseTo(truth(point).runSeconds(), within(0.5 * truth(point).runSeconds()));
      }
    }
    assertThat(Math.exp(worst)).as("worst factor of a build").isLessThan(1.8);
  }

  @Test
  void predictsNothingBeforeItHasSeenACost() {
    CostModel model = new CostModel(SPACE);
    assertThat(model.predict(Point.of(3, 1))).isEmpty();
    model.observe(new Trial(Point.of(3, 1), Outcome.Measured.exactly(1), Cost.NONE, "twin"));
    assertThat(model.predict(Point.of(3, 1))).isEmpty();
    assertThat(model.perSecond(0.5, Point.of(3, 1))).isEqualTo(0.5);
  }

  @Test
  void prefersTheCheapOfTwoPointsThatPromiseTheSame() {
    CostModel model = new CostModel(SPACE);
    for (int i = 0; i <= 20; i++) {
      model.observe(trial(Point.of(i, i % 2)));
    }
    assertThat(model.perSecond(1, Point.of(2, 0)))
        .isGreaterThan(4 * model.perSecond(1, Point.of(19, 1)));
  }
}
