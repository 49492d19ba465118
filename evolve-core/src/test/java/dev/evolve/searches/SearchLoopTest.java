package dev.evolve.searches;

import static dev.evolve.searches.SearchHarness.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.strategy.Strategies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Searches that are held for others: nothing is lost, paid for twice or forgotten. */
class SearchLoopTest {

  /** X from 0 to 9 with Y = 1 or 2, and X from 0 to 4 with Y = 4. */
  private static final int FEASIBLE = 25;

  @Test
  void givesOutEveryFeasiblePointOnceAndThenNoMore() throws Exception {
    SearchHarness search = new SearchHarness((Integer) null);
    Set<List<Long>> seen = new HashSet<>();

    for (int i = 0; i < 5; i++) {
      search.ask(7).forEach(asked -> assertThat(seen.add(asked.places())).isTrue());
    }

    assertThat(seen).hasSize(FEASIBLE);
    assertThat(search.ask(1)).isEmpty();
  }

  @Test
  void asksTheSameWhetherTheProcessIsAnotherAtEveryStepOrNot() throws Exception {
    SearchHarness restarted = new SearchHarness(20);
    SearchHarness kept = new SearchHarness(20);
    SearchWorker worker = kept.worker();

    for (int i = 0; i < 6; i++) {
      restarted.send(new SearchSignal.Ask(3));
      kept.send(new SearchSignal.Ask(3), worker);
      SearchSignal tell =
          new SearchSignal.Tell(
              List.of(
                  new SearchSignal.Result(3L * i + 2, null, value(10 - i)),
                  new SearchSignal.Result(3L * i, null, value(i))));
      restarted.send(tell);
      kept.send(tell, worker);
    }

    assertThat(restarted.json()).isEqualTo(kept.json());
    assertThat(restarted.state.trials()).hasSize(12);
  }

  @Test
  void answersTheSameWhenAStepIsLostBeforeItIsRecorded() throws Exception {
    SearchHarness search = new SearchHarness(20);
    SearchWorker worker = search.worker();

    List<SearchEntry> lost = worker.answer(new SearchSignal.Ask(4).toSignal(), search.state);

    assertThat(search.send(new SearchSignal.Ask(4), worker)).isEqualTo(lost);
  }

  @Test
  void takesTheSameResultOnceHoweverOftenItIsTold() throws Exception {
    SearchHarness search = new SearchHarness(20);
    search.ask(1);

    search.tell(0, value(3));

    assertThat(search.tell(0, value(3))).isEmpty();
    assertThat(search.state.trials()).hasSize(1);
  }

  @Test
  void keepsALateResultWithoutLearningFromIt() throws Exception {
    SearchHarness search = new SearchHarness(20);
    search.ask(1);
    search.tell(0, value(3));

    List<SearchEntry> late = search.tell(0, value(1));

    assertThat(late).hasSize(1).first().isInstanceOf(SearchEntry.ToldLate.class);
    assertThat(search.tell(0, value(1))).isEmpty();
    double best = search.worker().at(search.state, it -> it.history().bestValue());
    assertThat(best).isEqualTo(3);
  }

  @Test
  void givesAProposalOutAgainWhenNothingWasToldOfItInTime() throws Exception {
    SearchHarness search = new SearchHarness(20);
    List<SearchEntry.Asked> first = search.ask(2);
    search.tell(1, value(5));

    assertThat(search.ask(1).getFirst().number()).isEqualTo(2);
    search.now = search.now.plusSeconds(61);
    List<SearchEntry> again = search.send(new SearchSignal.Ask(1));

    assertThat(again).containsExactly(new SearchEntry.AskedAgain(0, search.now.plusSeconds(60)));
    assertThat(search.state.open().firstEntry().getKey()).isEqualTo(first.getFirst());
  }

  @Test
  void takesAResultThatComesAfterItsLease() throws Exception {
    SearchHarness search = new SearchHarness(20);
    search.ask(1);
    search.now = search.now.plusSeconds(3_600);
    search.send(new SearchSignal.Ask(1));

    assertThat(search.tell(0, value(2))).first().isInstanceOf(SearchEntry.Told.class);
    assertThat(search.state.open()).isEmpty();
  }

  @Test
  void learnsFromResultsThatItDidNotAskFor() throws Exception {
    SearchHarness search = new SearchHarness(20);

    search.give(Map.of("X", "3", "Y", "2"), value(0.5));

    String by =
        search.worker().at(search.state, it -> it.history().best().orElseThrow().strategy());
    assertThat(by).isEqualTo(Search.GIVEN);
    for (SearchEntry.Asked asked : search.ask(20)) {
      assertThat(asked.places()).isNotEqualTo(List.of(3L, 1L));
    }
  }

  @Test
  void neverAsksForWhatIsKnownFromBefore() throws Exception {
    SearchHarness search =
        new SearchHarness(
            null,
            new SearchRequest.PriorTrial(new TreeMap<>(Map.of("X", "1", "Y", "1")), value(4)));

    int asked = 0;
    for (int i = 0; i < 3; i++) {
      for (SearchEntry.Asked it : search.ask(10)) {
        assertThat(it.places()).isNotEqualTo(List.of(1L, 0L));
        asked++;
      }
    }
    assertThat(asked).isEqualTo(FEASIBLE - 1);
  }

  @Test
  void givesOutNoMoreThanTheBudgetAndSaysWhenItIsUsed() throws Exception {
    SearchHarness search = new SearchHarness(3);

    assertThat(search.ask(5)).hasSize(3);
    assertThat(search.ask(1)).isEmpty();
    assertThat(search.state.stopped()).isEmpty();
    for (long number = 0; number < 3; number++) {
      search.tell(number, value(number));
    }
    assertThat(search.state.stopped()).hasValue("the budget of 3 evaluations is used");
  }

  @Test
  void countsTheSecondsOfFailuresTooAndStopsWhenTheyAreUsed() throws Exception {
    SearchHarness search =
        new SearchHarness(SearchHarness.request(new SearchRequest.SearchBudget(null, 5.0)));
    search.ask(2);
    search.tell(0, value(1));
    search.tell(1, new ToldResult(null, null, null, Outcome.Reason.LIMIT, "too slow", 0.0, 2.5));

    assertThat(search.state.seconds()).isEqualTo(5.5);
    assertThat(search.ask(1)).isEmpty();
    assertThat(search.state.stopped().orElseThrow()).contains("5.0 seconds is used: 5.5");
  }

  @Test
  void refusesWhatItDidNotPropose() {
    SearchHarness search = new SearchHarness(20);

    assertThatThrownBy(() -> search.tell(4, value(1)))
        .isInstanceOf(SignalRefusedException.class)
        .hasMessageContaining("no proposal 4");
    assertThatThrownBy(() -> search.give(Map.of("X", "9", "Y", "4"), value(1)))
        .isInstanceOf(SignalRefusedException.class)
        .hasMessageContaining("X * Y <= 18");
    assertThatThrownBy(() -> search.give(Map.of("X", "9"), value(1)))
        .isInstanceOf(SignalRefusedException.class)
        .hasMessageContaining("Y has no value");
    assertThatThrownBy(() -> search.ask(101)).isInstanceOf(SignalRefusedException.class);
  }

  @Test
  void takesAllOfSeveralResultsOrNone() throws Exception {
    SearchHarness search = new SearchHarness(20);
    search.ask(1);

    assertThatThrownBy(
            () ->
                search.send(
                    new SearchSignal.Tell(
                        List.of(
                            new SearchSignal.Result(0L, null, value(1)),
                            new SearchSignal.Result(9L, null, value(1))))))
        .isInstanceOf(SignalRefusedException.class);
    assertThat(search.state.trials()).isEmpty();
  }

  @Test
  void refusesAResultThatIsNone() {
    assertThatThrownBy(() -> new ToldResult(null, null, null, null, null, null, null))
        .hasMessageContaining("either a value or a failure");
    SearchHarness search = new SearchHarness(20);
    assertThatThrownBy(() -> search.give(Map.of("X", "1", "Y", "1"), value(Double.NaN)))
        .isInstanceOf(SignalRefusedException.class);
    assertThatThrownBy(
            () ->
                search.give(
                    Map.of("X", "1", "Y", "1"),
                    new ToldResult(1.0, null, null, null, null, -1.0, null)))
        .isInstanceOf(SignalRefusedException.class);
  }

  @Test
  void refusesASpaceOverALimitOrWithoutAPoint() {
    SpaceDocument empty =
        new SpaceDocument(
            "none",
            SearchHarness.SPACE.parameters(),
            List.of("X > 100"),
            new TreeMap<>(),
            new TreeMap<>());
    assertThatThrownBy(() -> new CompiledSpaces().check(on(empty)))
        .hasMessageContaining("no combination of values meets all constraints");
    SpaceDocument tooLong =
        new SpaceDocument(
            "long",
            SearchHarness.SPACE.parameters(),
            List.of("X < " + "1".repeat(SpaceDocument.LONGEST_TEXT)),
            new TreeMap<>(),
            new TreeMap<>());
    assertThatThrownBy(() -> new CompiledSpaces().check(on(tooLong)))
        .hasMessageContaining("characters in a constraint");
  }

  private static SearchRequest on(SpaceDocument space) {
    return new SearchRequest(
        space,
        Strategies.DEFAULT,
        new SearchRequest.SearchBudget(null, null),
        60,
        List.of(),
        "ada",
        Instant.EPOCH);
  }

  private static Prior memory(String parameter) {
    List<KnownTrial> trials = new ArrayList<>();
    for (int x = 0; x < 10; x++) {
      trials.add(KnownTrial.ran(List.of(String.valueOf(x)), x == 7 ? 0.1 : 5 + x % 2));
    }
    return new Prior(List.of(new KnownSpace("gpu", 0, List.of(parameter), trials)));
  }

  @Test
  void startsFromWhatIsRememberedOfOtherMachines() throws Exception {
    SearchHarness search =
        new SearchHarness(
            SearchHarness.request(new SearchRequest.SearchBudget(20, null))
                .remembering(memory("X")));

    SearchEntry.Asked first = search.ask(1).getFirst();

    assertThat(first.strategy()).isEqualTo("warm");
    assertThat(first.places().getFirst()).as("X that was best elsewhere").isEqualTo(7);
  }

  @Test
  void refusesAMemoryOfSomethingElse() {
    SearchRequest cold = SearchHarness.request(new SearchRequest.SearchBudget(20, null));

    assertThatThrownBy(() -> cold.remembering(memory("Z")))
        .hasMessageContaining("wanted a memory with a parameter of [X, Y], found 1 sets");
    assertThatThrownBy(() -> cold.remembering(Prior.NONE)).hasMessageContaining("found 0 sets");
  }

  @Test
  void refusesAStrategyThatThereIsNot() {
    assertThatThrownBy(
            () ->
                new SearchRequest(
                    SearchHarness.SPACE,
                    "clairvoyance",
                    new SearchRequest.SearchBudget(null, null),
                    60,
                    List.of(),
                    "ada",
                    Instant.EPOCH))
        .hasMessageContaining("no strategy 'clairvoyance'; there are ")
        .hasMessageContaining(Strategies.DEFAULT);
  }

  @Test
  void writesASpaceTheWayItReadsIt() {
    assertThat(SpaceDocument.of(SearchHarness.SPACE.definition()).definition())
        .isEqualTo(SearchHarness.SPACE.definition());
  }

  @Test
  void endsWhenItIsClosed() throws Exception {
    SearchHarness search = new SearchHarness(20);
    assertThat(search.isDone()).isFalse();

    search.send(new SearchSignal.Close("ada"));

    assertThat(search.isDone()).isTrue();
  }
}
