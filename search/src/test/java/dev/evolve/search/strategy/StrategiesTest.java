package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.Cost;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.space.SpaceDefinition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every strategy that there is a name for. */
class StrategiesTest {

  private static final Outcome FAILED = new Outcome.Failed(Outcome.Reason.BUILD, "no");

  /** Every kind of parameter, a constraint, 30 points. */
  private static final Space TINY =
      space(
          List.of(
              new Parameter.Whole("tile", 1, 5, 1),
              new Parameter.Bool("cached"),
              new Parameter.Permutation("order", List.of("a", "b", "c")),
              new Parameter.Categorical("layout", List.of("row", "column"))),
          "cached == (layout == 'row')",
          "cached == (tile > 2)");

  /** Listed, 3,456 points before constraints. */
  private static final Space SMALL =
      space(
          List.of(
              new Parameter.Whole("x", 0, 11, 1),
              new Parameter.Ordinal("y", List.of("1", "2", "4", "8", "16", "32")),
              new Parameter.Whole("z", 0, 7, 1),
              new Parameter.Bool("cached"),
              new Parameter.Categorical("layout", List.of("a", "b", "c"))),
          "x + z <= 14",
          "!cached || y <= 16");

  /** Far too many points to be listed. */
  private static final Space VAST =
      space(
          List.of(
              new Parameter.Real("rate", 0.001, 1, true),
              new Parameter.Real("share", 0, 1, false),
              new Parameter.Permutation("order", List.of("a", "b", "c", "d", "e", "f", "g")),
              new Parameter.Whole("width", 1, 64, 1),
              new Parameter.Whole("height", 1, 64, 1),
              new Parameter.Bool("cached"),
              new Parameter.Categorical("layout", List.of("a", "b", "c"))),
          "width * height <= 1024");

  private static Space space(List<Parameter> parameters, String... constraints) {
    return CompiledSpace.of(SpaceDefinition.of("test", parameters, List.of(constraints)));
  }

  static Stream<String> names() {
    return Strategies.names().stream();
  }

  static Stream<String> learners() {
    return names().filter(name -> !name.equals("random"));
  }

  /** Smallest at one point, with a ridge and a second valley. */
  private static double value(Space space, Point point) {
    double sum = 1;
    for (int i = 0; i < point.dimension(); i++) {
      double size = space.parameters().get(i).size();
      double share = size == 1 ? 0 : point.place(i) / (size - 1);
      double off = share - (i % 2 == 0 ? 0.7 : 0.25);
      sum += 10 * off * off + (i > 0 ? 3 * off * (point.place(i - 1) % 2) : 0);
    }
    return Math.exp(sum / 4);
  }

  private static Outcome outcome(Space space, Point point, int failingOfTen) {
    int drawn = new SplittableRandom(point.hashCode()).nextInt(10);
    return drawn < failingOfTen ? FAILED : Outcome.Measured.exactly(value(space, point));
  }

  private static Search search(String name, Space space) {
    return new Search(space, Strategies.create(name), 7);
  }

  private static void step(Search search, int failingOfTen) {
    Proposal proposal = search.ask().orElseThrow();
    search.tell(
        proposal, outcome(search.history().space(), proposal.point(), failingOfTen), Cost.NONE);
  }

  private static Search run(String name, Space space, int steps, int failingOfTen) {
    Search search = search(name, space);
    for (int i = 0; i < steps; i++) {
      step(search, failingOfTen);
    }
    return search;
  }

  private static List<Point> points(Search search) {
    return search.history().trials().stream().map(Trial::point).toList();
  }

  private static void assertDifferentAndFeasible(Search search) {
    Space space = search.history().space();
    assertThat(points(search)).doesNotHaveDuplicates().allMatch(space::isFeasible);
  }

  @ParameterizedTest
  @MethodSource("names")
  void neverPaysTwiceNorOutsideTheSpace(String name) {
    assertDifferentAndFeasible(run(name, SMALL, 150, 1));
    assertDifferentAndFeasible(run(name, VAST, 40, 1));
  }

  @Test
  void theVastSpaceIsNotListed() {
    assertThat(VAST.listed()).isEmpty();
    assertThat(VAST.count().orElseThrow()).isGreaterThan(BigInteger.TEN.pow(12));
  }

  @ParameterizedTest
  @MethodSource("names")
  void isNamedAsItIsRegistered(String name) {
    assertThat(Strategies.create(name).name()).isEqualTo(name);
    assertThat(Strategies.names().getFirst()).isEqualTo(Strategies.DEFAULT);
  }

  @Test
  void anUnknownNameIsRefusedWithTheNamesThereAre() {
    assertThatThrownBy(() -> Strategies.create("magic"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("magic")
        .hasMessageContaining(Strategies.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("names")
  void theSameSeedGivesTheSameTraceAlsoWhenResumed(String name) {
    Search whole = run(name, SMALL, 60, 1);
    // Asks again for every proposal of the journal and compares.
    assertThat(Search.resume(SMALL, Strategies.create(name), 7, whole.journal()).journal())
        .isEqualTo(whole.journal());
    for (int told : new int[] {0, 5, 11, 30, 58}) {
      List<JournalEntry> journal = whole.journal().subList(0, 2 * told);
      Search resumed = Search.resume(SMALL, Strategies.create(name), 7, journal);
      step(resumed, 1);
      step(resumed, 1);
      assertThat(points(resumed)).isEqualTo(points(whole).subList(0, told + 2));
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void resumesInAVastSpaceWithSeveralPending(String name) {
    Search whole = withPending(name, VAST, 25, 4);
    Search resumed = Search.resume(VAST, Strategies.create(name), 7, whole.journal());
    assertThat(resumed.ask()).isEqualTo(whole.ask());
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPointOfATinySpaceIsTriedOnceAndThenNothing(String name) {
    for (int failing : new int[] {0, 3, 10}) {
      Search search = search(name, TINY);
      int size = TINY.listed().orElseThrow().size();
      for (int i = 0; i < size; i++) {
        step(search, failing);
      }
      assertThat(size).isEqualTo(30);
      assertDifferentAndFeasible(search);
      assertThat(search.ask()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPointOfATinySpaceIsAskedForWithoutAnyResult(String name) {
    Search search = search(name, TINY);
    Set<Point> asked = new LinkedHashSet<>();
    search.ask(31).forEach(proposal -> asked.add(proposal.point()));
    assertThat(asked).hasSize(30);
  }

  @ParameterizedTest
  @MethodSource("names")
  void worksWithSixteenPending(String name) {
    Search search = withPending(name, SMALL, 100, 16);
    assertDifferentAndFeasible(search);
    assertThat(points(search)).hasSize(100);
  }

  /** Results come in another order than the proposals. */
  private static Search withPending(String name, Space space, int steps, int pending) {
    Search search = search(name, space);
    SplittableRandom order = new SplittableRandom(3);
    for (int i = 0; i < steps; i++) {
      search.ask(pending - search.open().size());
      Proposal told = search.open().get(order.nextInt(search.open().size()));
      search.tell(told, outcome(space, told.point(), 1), Cost.NONE);
    }
    return search;
  }

  @ParameterizedTest
  @MethodSource("learners")
  void findsMuchBetterPointsThanChance(String name) {
    double[] all = sortedValues();
    List<Integer> ranks = new ArrayList<>();
    for (long seed = 0; seed < 5; seed++) {
      Search search = new Search(SMALL, Strategies.create(name), seed);
      for (int i = 0; i < 120; i++) {
        step(search, 0);
      }
      ranks.add(Arrays.binarySearch(all, search.history().bestValue()));
    }
    // The best of 120 random points is number 27 on average; three runs of five below 6 is rare.
    assertThat(ranks.stream().sorted().toList().get(2)).isBetween(0, 5);
  }

  private static double[] sortedValues() {
    return SMALL.listed().orElseThrow().points().stream()
        .mapToDouble(point -> value(SMALL, point))
        .sorted()
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("learners")
  void stillLearnsWhenThreeOfTenFail(String name) {
    Search search = run(name, SMALL, 150, 3);
    double[] all = sortedValues();
    assertThat(search.history().bestValue()).isLessThan(all[25]);
  }

  @ParameterizedTest
  @MethodSource("names")
  void goesOnWhenEverythingFails(String name) {
    assertDifferentAndFeasible(run(name, SMALL, 60, 10));
    assertDifferentAndFeasible(run(name, VAST, 30, 10));
  }

  @ParameterizedTest
  @MethodSource("names")
  void takesTrialsInThatItDidNotPropose(String name) {
    Search search = search(name, SMALL);
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 40; i++) {
      Point given = SMALL.draw(random).orElseThrow();
      search.tell(new Trial(given, outcome(SMALL, given, 1), Cost.NONE, Search.GIVEN));
      Optional<Proposal> proposal = search.ask();
      assertThat(SMALL.isFeasible(proposal.orElseThrow().point())).isTrue();
      search.tell(proposal.get(), outcome(SMALL, proposal.get().point(), 1), Cost.NONE);
    }
  }

  @ParameterizedTest
  @MethodSource("learners")
  void makesUseOfWhatOthersFound(String name) {
    double[] all = sortedValues();
    Point best =
        SMALL.listed().orElseThrow().points().stream()
            .filter(point -> value(SMALL, point) == all[3])
            .findFirst()
            .orElseThrow();
    Search search = search(name, SMALL);
    search.tell(new Trial(best, outcome(SMALL, best, 0), Cost.NONE, Search.GIVEN));
    for (int i = 0; i < 100; i++) {
      step(search, 0);
    }
    assertThat(search.history().bestValue()).isLessThan(all[3]);
  }
}
