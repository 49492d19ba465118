package dev.evolve.search.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.Cost;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.process.ProcessStrategy;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.space.SpaceDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class WarmStrategyTest {

  private static final int WIDE = 12;
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter.Whole("a", 0, WIDE - 1, 1),
          new Parameter.Whole("b", 0, WIDE - 1, 1),
          new Parameter.Categorical("c", List.of("x", "y", "z")));
  private static final ListedSpace SPACE = space();

  private static ListedSpace space() {
    List<Point> points = new ArrayList<>();
    for (int a = 0; a < WIDE; a++) {
      for (int b = 0; b < WIDE; b++) {
        for (int c = 0; c < 3; c++) {
          points.add(Point.of(a, b, c));
        }
      }
    }
    return new ListedSpace(PARAMETERS, points);
  }

  /** Small at (9, 2, z), with ripples, so that it takes a search to find. */
  private static double here(Point point) {
    double a = point.place(0) - 9;
    double b = point.place(1) - 2;
    double ripple = 0.4 * ((point.place(0) * 7 + point.place(1) * 5 + point.place(2)) % 4);
    return Math.exp((Math.abs(a) + Math.abs(b)) / 5 + (point.place(2) == 2 ? 0 : 0.7))
        + (a == 0 && b == 0 && point.place(2) == 2 ? 0 : ripple);
  }

  /** As well made, but of another kernel: small at (1, 10, x). */
  private static double elsewhere(Point point) {
    return Math.exp(
        (Math.abs(point.place(0) - 1) + Math.abs(point.place(1) - 10)) / 5.0
            + (point.place(2) == 0 ? 0 : 0.7));
  }

  private static KnownSpace known(String name, ToDoubleFunction<Point> values) {
    List<KnownTrial> trials = new ArrayList<>();
    for (Point point : SPACE.listed().orElseThrow().points()) {
      trials.add(KnownTrial.ran(texts(point), values.applyAsDouble(point)));
    }
    return new KnownSpace(name, 0, List.of("a", "b", "c"), trials);
  }

  private static KnownSpace shuffled(KnownSpace source, long seed) {
    List<KnownTrial> order = new ArrayList<>(source.trials());
    Collections.shuffle(order, new Random(seed));
    List<KnownTrial> trials = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      trials.add(KnownTrial.ran(source.trials().get(i).values(), order.get(i).value()));
    }
    return new KnownSpace("shuffled", 0, source.parameters(), trials);
  }

  private static List<String> texts(Point point) {
    return List.of(
        PARAMETERS.get(0).at(point.place(0)),
        PARAMETERS.get(1).at(point.place(1)),
        PARAMETERS.get(2).at(point.place(2)));
  }

  private static WarmStrategy warm(KnownSpace... sources) {
    return new WarmStrategy(new Prior(List.of(sources)), ProcessStrategy::new);
  }

  private static List<Proposal> run(Search search, int evaluations) {
    List<Proposal> proposals = new ArrayList<>();
    for (int i = 0; i < evaluations; i++) {
      Proposal proposal = search.ask().orElseThrow();
      proposals.add(proposal);
      search.tell(proposal, Outcome.Measured.exactly(here(proposal.point())), Cost.NONE);
    }
    return proposals;
  }

  private static SourceWeight weightAfter(
      int evaluations, KnownSpace source, KnownSpace... others) {
    List<KnownSpace> sources = new ArrayList<>(List.of(source));
    sources.addAll(List.of(others));
    WarmStrategy warm = new WarmStrategy(new Prior(sources), ProcessStrategy::new);
    Search search = new Search(SPACE, warm, 1);
    run(search, evaluations);
    return warm.weights(search.history()).getFirst();
  }

  @Test
  void aSourceThatAgreesGivesTheBestAtOnce() {
    Search search = new Search(SPACE, warm(known("twin", p -> 3 * here(p))), 1);
    run(search, 1);
    assertThat(search.history().bestValue()).isEqualTo(1);
  }

  @Test
  void withoutASourceTheTraceIsTheColdOne() {
    List<Proposal> cold = run(new Search(SPACE, new ProcessStrategy(), 5), 30);
    assertThat(run(new Search(SPACE, warm(), 5), 30)).isEqualTo(cold);
  }

  @Test
  void aShuffledSourceCostsNothing() {
    KnownSpace source = shuffled(known("twin", WarmStrategyTest::here), 3);
    List<Proposal> cold = run(new Search(SPACE, new ProcessStrategy(), 5), 30);
    assertThat(run(new Search(SPACE, warm(source), 5), 30)).isEqualTo(cold);
    assertThat(weightAfter(1, source).weight()).isZero();
    assertThat(weightAfter(1, source).sentence()).contains("shuffled is not used");
  }

  @Test
  void theMemorySpeaksFirstAlsoAfterAPointThatSomebodyElseChose() {
    Search search = new Search(SPACE, warm(known("twin", p -> 3 * here(p))), 5);
    Point start = SPACE.listed().orElseThrow().points().getFirst();
    search.tell(new Trial(start, new Outcome.Measured(here(start), 0, 1), Cost.NONE, "start"));
    assertThat(run(search, 1).getFirst().strategy()).isEqualTo(WarmStrategy.NAME);
    assertThat(search.history().bestValue()).isEqualTo(1);
  }

  @Test
  void aSharedMemoryGivesTheSameProposalsAsOnesOwn() {
    KnownSpace source = known("twin", p -> 3 * here(p));
    Remembered shared = Remembered.of(new Prior(List.of(source)), SPACE);
    List<Proposal> own = run(new Search(SPACE, warm(source), 5), 30);
    for (int i = 0; i < 2; i++) {
      Search search = new Search(SPACE, new WarmStrategy(shared, ProcessStrategy::new), 5);
      assertThat(run(search, 30)).isEqualTo(own);
    }
  }

  @Test
  void aMemorySeenFromAnotherSpaceIsRefused() {
    Space other =
        CompiledSpace.of(SpaceDefinition.of("other", List.of(new Parameter.Bool("on")), List.of()));
    Remembered shared =
        Remembered.of(new Prior(List.of(known("twin", WarmStrategyTest::here))), SPACE);
    Search search = new Search(other, new WarmStrategy(shared, ProcessStrategy::new), 5);
    assertThatThrownBy(search::ask)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another space");
  }

  @Test
  void aSourceThatMisleadsIsDroppedWithinTwentyMeasurementsForOneThatAgrees() {
    KnownSpace wrong = known("wrong", WarmStrategyTest::elsewhere);
    KnownSpace right = known("right", p -> Math.pow(here(p), 0.8));
    assertThat(weightAfter(20, wrong, right).weight()).isLessThan(0.05);
    assertThat(weightAfter(20, right, wrong).weight()).isGreaterThan(0.5);
  }

  @Test
  void aMemoryThatMisleadsLeavesTurnsToTheColdStrategy() {
    Search search = new Search(SPACE, warm(known("wrong", WarmStrategyTest::elsewhere)), 1);
    List<Proposal> proposals = run(search, 90);
    assertThat(proposals.getFirst().strategy()).isEqualTo(WarmStrategy.NAME);
    assertThat(proposals.subList(1, 6))
        .filteredOn(p -> p.strategy().equals(ProcessStrategy.NAME))
        .hasSizeGreaterThan(1);
    assertThat(search.history().bestValue()).isEqualTo(1);
  }

  @Test
  void aSourceOfSomePointsSpeaksOfTheOthersByItsKnobs() {
    KnownSpace whole = known("part", p -> 3 * here(p));
    List<KnownTrial> third = new ArrayList<>();
    for (int i = 0; i < whole.trials().size(); i += 3) {
      third.add(whole.trials().get(i));
    }
    KnownSpace part = new KnownSpace("part", 0, whole.parameters(), third);
    Search search = new Search(SPACE, warm(part), 1);
    run(search, 12);
    assertThat(search.history().bestValue()).isEqualTo(1);
  }

  @Test
  void aSourceThatSharesNoKnobIsNotUsed() {
    KnownSpace foreign =
        new KnownSpace("foreign", 0, List.of("q"), List.of(KnownTrial.ran(List.of("1"), 2)));
    List<Proposal> cold = run(new Search(SPACE, new ProcessStrategy(), 5), 10);
    assertThat(run(new Search(SPACE, warm(foreign), 5), 10)).isEqualTo(cold);
  }

  @Test
  void anOldSourceIsBelievedLessThanAFreshOneBeforeAnythingIsMeasured() {
    KnownSpace old =
        new KnownSpace(
            "old", 720, List.of("a", "b", "c"), known("x", WarmStrategyTest::here).trials());
    assertThat(weightAfter(0, old, known("new", WarmStrategyTest::here)).weight()).isLessThan(0.1);
  }

  @Test
  void goesOnAfterAResumeAsItWouldHaveWithout() {
    KnownSpace wrong = known("wrong", WarmStrategyTest::elsewhere);
    Search whole = new Search(SPACE, warm(wrong), 9);
    List<Proposal> trace = run(whole, 40);
    for (int stop = 1; stop < 40; stop += 15) {
      List<JournalEntry> journal = whole.journal().subList(0, 2 * stop);
      Search after = Search.resume(SPACE, warm(wrong), 9, journal);
      assertThat(run(after, 40 - stop)).isEqualTo(trace.subList(stop, 40));
    }
  }

  @Test
  void saysWhichSourceItFollowsAndWhy() {
    Search search = new Search(SPACE, warm(known("twin", p -> Math.pow(here(p), 0.9))), 1);
    run(search, 8);
    assertThat(search.ask().orElseThrow().reason())
        .matches(
            ".*; twin has weight [01]\\.\\d+ \\(rank agreement [01]\\.\\d+ over 8 measured points\\)");
  }

  @Test
  void aBoundedPriorKeepsTheBestAndASpreadOfTheRest() {
    Prior bounded = new Prior(List.of(known("twin", WarmStrategyTest::here))).bounded(1, 40);
    List<KnownTrial> kept = bounded.sources().getFirst().trials();
    assertThat(kept).hasSize(40).doesNotHaveDuplicates();
    assertThat(kept.getFirst().value()).isEqualTo(1);
    assertThat(kept.getLast().value()).isGreaterThan(5);
  }
}
