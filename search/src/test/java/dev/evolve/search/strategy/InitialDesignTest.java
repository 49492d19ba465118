package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.space.SpaceDefinition;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InitialDesignTest {

  private static final Space SPACE =
      CompiledSpace.of(
          SpaceDefinition.of(
              "test",
              List.of(
                  new Parameter.Whole("tile", 0, 12, 1),
                  new Parameter.Ordinal("width", List.of("0.5", "1", "3", "8")),
                  new Parameter.Real("rate", 1, 2, false),
                  new Parameter.Categorical("layout", List.of("1", "2"))),
              List.of()));

  @Test
  void onlyNumbersOfOrderedParametersThatAreZeroOrAPowerOfTwoAreRound() {
    assertThat(round(0, 1, 0, 0)).isEqualTo(2);
    assertThat(round(8, 3, 0, 0)).isEqualTo(2);
    assertThat(round(12, 3, 0, 0)).isEqualTo(1);
    assertThat(round(7, 0, 4096, 1)).isZero();
  }

  private static int round(long... places) {
    return InitialDesign.roundValues(SPACE.parameters(), Point.of(places));
  }

  @Test
  void startsWithRoundValuesThatDiffer() {
    Search search = new Search(SPACE, new RandomStrategy(), 1);
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 8; i++) {
      Point point = InitialDesign.next(search.history(), random).orElseThrow();
      assertThat(search.history().isKnown(point)).isFalse();
      assertThat(InitialDesign.roundValues(SPACE.parameters(), point)).isEqualTo(2);
      search.tell(new Trial(point, Outcome.Measured.exactly(1), Cost.NONE, Search.GIVEN));
    }
    assertThat(search.history().trials().stream().map(t -> t.point().place(0)).distinct())
        .hasSizeGreaterThan(2);
  }

  @Test
  void isEmptyWhenEveryPointIsKnown() {
    Space space =
        CompiledSpace.of(
            SpaceDefinition.of("test", List.of(new Parameter.Whole("tile", 3, 5, 1)), List.of()));
    Search search = new Search(space, new RandomStrategy(), 1);
    search.ask(3);
    assertThat(InitialDesign.next(search.history(), new SplittableRandom(1))).isEmpty();
  }
}
