package dev.evolve.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededLocalSearchTest {

  private final SeededLocalSearch search = new SeededLocalSearch();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {0, 1, 2, 42, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void neverProposesWhatIsInfeasibleOrWasTried(long seed) {
    for (SearchSpace space : List.of(Spaces.sgemm(), Spaces.withRealKnob())) {
      List<Trial> history = run(space, search, 60, seed, SeededLocalSearchTest::mixed);

      assertThat(history).hasSize(60);
      Set<Configuration> seen = new HashSet<>(Set.of(space.baseline()));
      assertThat(history)
          .allSatisfy(
              trial -> {
                assertThat(space.violations(trial.configuration())).isEmpty();
                assertThat(seen.add(trial.configuration())).isTrue();
              });
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {3, 4, 5})
  void theSameArgumentsGiveTheSameAnswer(long seed) {
    List<Trial> one = run(Spaces.sgemm(), search, 30, seed, SeededLocalSearchTest::mixed);
    List<Trial> two =
        run(
            new PackSearchSpace(Spaces.SGEMM, Spaces.SGEMM.defaults()),
            new SeededLocalSearch(),
            30,
            seed,
            SeededLocalSearchTest::mixed);

    assertThat(one).isEqualTo(two);
    assertThat(search.next(Spaces.sgemm(), one, seed))
        .isEqualTo(search.next(Spaces.sgemm(), one, seed));
  }

  @Test
  void anotherSeedGivesAnotherHistory() {
    assertThat(run(Spaces.sgemm(), search, 10, 1, SeededLocalSearchTest::mixed))
        .isNotEqualTo(run(Spaces.sgemm(), search, 10, 2, SeededLocalSearchTest::mixed));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void exhaustsASmallSpaceAndThenStops(long seed) {
    PackSearchSpace space =
        Spaces.of(
            List.of(Spaces.ordinal("X", "1", "2", "3", "4"), Spaces.ordinal("Y", "1", "2", "3")),
            new Constraint("X * Y <= 6", "small"));

    List<Trial> history = run(space, search, 100, seed, SeededLocalSearchTest::mixed);

    assertThat(history).hasSize(8);
  }

  @Test
  void aSpaceOfTheBaselineAloneIsExhaustedAtOnce() {
    PackSearchSpace space = Spaces.of(List.of(Spaces.ordinal("X", "1")));

    assertThat(search.next(space, List.of(), 1)).isEmpty();
  }

  @Test
  void beatsRandomDrawsOnASeparableSpace() {
    int budget = 24;
    double local = averageBest(seed -> run(Spaces.sgemm(), search, budget, seed, this::separable));
    double random =
        averageBest(seed -> run(Spaces.sgemm(), new Random(), budget, seed, this::separable));

    assertThat(local).isLessThan(random - 0.02);
  }

  @Test
  void leavesOutAValueThatHasOnlyEverFailed() {
    PackSearchSpace space =
        Spaces.of(
            List.of(
                Spaces.ordinal(
                    "X", IntStream.range(0, 100).mapToObj(String::valueOf).toArray(String[]::new)),
                new Knob.Categorical("FAULT", List.of("none", "crash", "slow"), "none", "")));
    Function<Configuration, @Nullable Double> outcome =
        tried -> "crash".equals(tried.values().get("FAULT")) ? null : 1.0;

    List<Trial> history = run(space, search, 60, 3, outcome);

    assertThat(history.stream().filter(trial -> trial.objectiveRatio() == null)).hasSize(2);
  }

  @Test
  void aSpaceWhereEverythingFailsIsStillExhausted() {
    PackSearchSpace space =
        Spaces.of(List.of(Spaces.ordinal("X", "1", "2", "3"), Spaces.ordinal("Y", "1", "2", "3")));

    assertThat(run(space, search, 100, 1, tried -> null)).hasSize(8);
  }

  private static double averageBest(Function<Long, List<Trial>> run) {
    return LongStream.range(0, 60)
        .mapToObj(run::apply)
        .mapToDouble(
            history ->
                history.stream()
                    .mapToDouble(
                        trial -> trial.objectiveRatio() == null ? 1 : trial.objectiveRatio())
                    .min()
                    .orElse(1))
        .average()
        .orElseThrow();
  }

  /** Every knob has a best place, and costs more the further it is from there. */
  private Double separable(Configuration tried) {
    double ratio = 0.5;
    int index = 0;
    for (Knob knob : Spaces.SGEMM.knobs()) {
      List<String> values =
          switch (knob) {
            case Knob.Ordinal ordinal -> ordinal.values();
            case Knob.Categorical categorical -> categorical.values();
            default -> List.of("0");
          };
      double place = values.indexOf(tried.values().get(knob.name())) / (double) values.size();
      double best = (index++ * 0.37) % 1.0;
      ratio += 0.15 * Math.abs(place - best);
    }
    return ratio;
  }

  private static @Nullable Double mixed(Configuration tried) {
    int hash = Math.floorMod(tried.describe().hashCode(), 100);
    return hash < 20 ? null : 0.5 + hash / 100.0;
  }

  private static List<Trial> run(
      SearchSpace space,
      Strategy strategy,
      int budget,
      long seed,
      Function<Configuration, @Nullable Double> outcome) {
    List<Trial> history = new ArrayList<>();
    for (int i = 0; i < budget; i++) {
      Optional<Configuration> next = strategy.next(space, List.copyOf(history), seed);
      if (next.isEmpty()) {
        break;
      }
      history.add(new Trial(next.get(), outcome.apply(next.get())));
    }
    return history;
  }

  private static final class Random implements Strategy {
    @Override
    public String name() {
      return "random";
    }

    @Override
    public Optional<Configuration> next(SearchSpace space, List<Trial> history, long seed) {
      Set<Configuration> tried = new HashSet<>(Set.of(space.baseline()));
      history.forEach(trial -> tried.add(trial.configuration()));
      return space.draw(new SplittableRandom(seed * 1_000 + history.size()), tried);
    }
  }
}
