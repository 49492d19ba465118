package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.Cost;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.space.SpaceDefinition;
import dev.evolve.search.strategy.PortfolioStrategy.Entrant;
import dev.evolve.search.strategy.PortfolioStrategy.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PortfolioStrategyTest {

  private static final Space SPACE =
      CompiledSpace.of(
          SpaceDefinition.of(
              "test",
              List.of(new Parameter.Bool("side"), new Parameter.Whole("x", 0, 999, 1)),
              List.of()));

  /** Goes through one side from 999 down; on side 0 every step is an improvement. */
  private static final class Walker implements Strategy {
    private final String name;
    private final int side;
    private final List<Trial> observed = new ArrayList<>();
    private final List<Suggestion> suggested = new ArrayList<>();

    Walker(String name, int side) {
      this.name = name;
      this.side = side;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Optional<Suggestion> suggest(History history, RandomGenerator random) {
      for (int x = 999; x >= 0; x--) {
        Point point = Point.of(side, x);
        if (!history.isKnown(point)) {
          return Optional.of(new Suggestion(point, name, "next"));
        }
      }
      return Optional.empty();
    }

    @Override
    public void suggested(Suggestion suggestion) {
      suggested.add(suggestion);
    }

    @Override
    public void observe(Trial trial, History history, RandomGenerator random) {
      observed.add(trial);
    }
  }

  private final Walker good = new Walker("good", 0);
  private final Walker bad = new Walker("bad", 1);

  private static Outcome outcome(Point point) {
    return Outcome.Measured.exactly(point.place(0) == 0 ? 1 + point.place(1) : 5_000);
  }

  private Search run(int steps, Entrant... entrants) {
    Search search =
        new Search(SPACE, new PortfolioStrategy(List.of(entrants), Settings.DEFAULT), 3);
    for (int i = 0; i < steps; i++) {
      Proposal proposal = search.ask().orElseThrow();
      search.tell(proposal, outcome(proposal.point()), Cost.NONE);
    }
    return search;
  }

  private static long by(String name, List<Trial> trials) {
    return trials.stream().filter(trial -> trial.strategy().equals(name)).count();
  }

  @Test
  void evaluationsGoToWhatWorksEvenAgainstTheBeliefInOthers() {
    Search search = run(300, new Entrant(bad, 6, 2), new Entrant(good, 0.5, 5));
    List<Trial> trials = search.history().trials();
    assertThat(by("good", trials.subList(200, 300))).isGreaterThan(80);
  }

  @Test
  void aMemberThatNeverDidWellKeepsALeastShare() {
    Search search = run(600, new Entrant(good, 4, 4), new Entrant(bad, 0.01, 500));
    assertThat(by("bad", search.history().trials())).isBetween(3L, 30L);
  }

  @Test
  void everyMemberSeesEveryTrialAndEverySuggestion() {
    Search search = run(50, new Entrant(good, 1, 1), new Entrant(bad, 1, 1));
    assertThat(good.observed).isEqualTo(search.history().trials());
    assertThat(bad.observed).isEqualTo(search.history().trials());
    assertThat(good.suggested).hasSize(50).isEqualTo(bad.suggested);
  }

  @Test
  void goesOnWithTheOthersWhenAMemberHasNothingLeft() {
    Search search = run(1_200, new Entrant(good, 4, 4), new Entrant(bad, 1, 4));
    assertThat(by("good", search.history().trials())).isEqualTo(1_000);
    assertThat(by("bad", search.history().trials())).isEqualTo(200);
  }

  @Test
  void trialsOfOthersAreNobodysMerit() {
    Search search = run(100, new Entrant(bad, 1, 1), new Entrant(good, 0.1, 20));
    for (int x = 0; x < 100; x++) {
      Point given = Point.of(0, x);
      search.tell(new Trial(given, outcome(given), Cost.NONE, Search.GIVEN));
    }
    assertThat(search.history().bestValue()).isEqualTo(1);
    assertThat(search.ask()).isPresent();
  }

  @Test
  void refusesMembersOfOneNameAndNoMembers() {
    Entrant entrant = new Entrant(good, 1, 1);
    assertThatThrownBy(() -> run(0, entrant, entrant))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[good, good]");
    assertThatThrownBy(() -> run(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
