package dev.evolve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.strategy.Strategies;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private final Search search =
      new Search(
          new ListedSpace(
              List.of(new Parameter.Whole("n", 0, 2, 1)),
              List.of(Point.of(0), Point.of(1), Point.of(2))),
          Strategies.create("random"),
          1);

  private void tell(long place, double value) {
    search.tell(new Trial(Point.of(place), Measured.exactly(value), Cost.NONE, "given"));
  }

  @Test
  void forgetsALuckyValueThatWasCorrected() {
    tell(0, 5);
    tell(1, 1);
    tell(2, 4);
    tell(1, 6);

    assertThat(search.history().bestValue()).isEqualTo(4);
    assertThat(search.history().best()).map(Trial::point).hasValue(Point.of(2));
  }

  @Test
  void keepsTheEarliestOfEquals() {
    tell(0, 5);
    tell(1, 5);
    tell(2, 7);
    tell(2, 6);

    assertThat(search.history().best()).map(Trial::point).hasValue(Point.of(0));
  }

  @Test
  void hasNoBestWhenTheOnlyMeasuredPointTurnsOutToFail() {
    tell(0, 5);
    search.tell(
        new Trial(
            Point.of(0),
            new Outcome.Failed(Outcome.Reason.RUN, "wrong output"),
            Cost.NONE,
            "given"));

    assertThat(search.history().best()).isEmpty();
    assertThat(search.history().bestValue()).isEqualTo(Double.POSITIVE_INFINITY);
  }
}
