package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForestStrategyTest {

  private static final CompiledSpace SPACE =
      CompiledSpace.of(
          SpaceDefinition.of(
              "costs",
              List.of(
                  new Parameter.Whole("x", 0, 31, 1),
                  new Parameter.Whole("y", 0, 31, 1),
                  new Parameter.Bool("dear")),
              List.of()));

  /** Points with the last parameter on cost ten times as much and are no better. */
  private static int dear(ForestStrategy.Settings settings, long seed) {
    Search search = new Search(SPACE, new ForestStrategy(settings), seed);
    int dear = 0;
    for (int i = 0; i < 120; i++) {
      Proposal proposal = search.ask().orElseThrow();
      long x = proposal.point().place(0);
      long y = proposal.point().place(1);
      boolean isDear = proposal.point().place(2) == 1;
      double value = 1 + Math.abs(x - 20) + Math.abs(y - 11);
      search.tell(proposal, new Outcome.Measured(value, 0, 1), new Cost(isDear ? 10 : 1, 0.1));
      dear += isDear ? 1 : 0;
    }
    return dear;
  }

  @Test
  void ofPointsThatAreExpectedToBeAlikeItTakesTheCheaper() {
    ForestStrategy.Settings settings = ForestStrategy.Settings.DEFAULT;
    int thrifty = 0;
    int careless = 0;
    for (long seed = 1; seed <= 8; seed++) {
      thrifty += dear(settings, seed);
      careless += dear(settings.withThrift(0), seed);
    }
    assertThat(thrifty).isLessThan((int) (0.9 * careless));
  }

  @Test
  void aCheapPointDoesNotPassForAGoodOne() {
    Search search = new Search(SPACE, new ForestStrategy(), 7);
    for (int i = 0; i < 150; i++) {
      Proposal proposal = search.ask().orElseThrow();
      long x = proposal.point().place(0);
      boolean isDear = proposal.point().place(2) == 1;
      double value = (isDear ? 1 : 2) + Math.abs(x - 20);
      search.tell(proposal, new Outcome.Measured(value, 0, 1), new Cost(isDear ? 1.5 : 1, 0));
    }
    assertThat(search.history().bestValue()).isEqualTo(1);
  }
}
