package dev.evolve.searches;

import dev.evolve.loop.Signal;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.KeptSearches;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is asked of searches that are held for others. It changes no state: it answers with
 * entries. Every answer may be worked out again after a crash and comes out the same but for times.
 */
public final class SearchWorker {

  /** Most proposals that are given out at once. */
  public static final int MOST_ASKED = 100;

  /** Most proposals of one search that may be open. */
  public static final int MOST_OPEN = 1_000;

  private final CompiledSpaces spaces;
  private final Function<String, Strategy> strategies;
  private final InstantSource clock;
  private final KeptSearches kept = new KeptSearches();

  /**
   * @param spaces compiles spaces
   * @param strategies makes a fresh strategy of a name
   * @param clock times leases
   */
  public SearchWorker(
      CompiledSpaces spaces, Function<String, Strategy> strategies, InstantSource clock) {
    this.spaces = spaces;
    this.strategies = strategies;
    this.clock = clock;
  }

  /**
   * Answers a signal.
   *
   * @throws SignalRefusedException if it asks for what cannot be
   */
  List<SearchEntry> answer(Signal signal, SearchState state) throws SignalRefusedException {
    try {
      return switch (SearchSignal.from(signal)) {
        case SearchSignal.Ask ask -> ask(ask.count(), state);
        case SearchSignal.Tell tell -> tell(tell.results(), state);
        case SearchSignal.Close close ->
            List.of(new SearchEntry.Closed(close.person(), clock.instant()));
      };
    } catch (IllegalArgumentException e) {
      throw new SignalRefusedException("invalid-request", String.valueOf(e.getMessage()));
    }
  }

  /** Something of the search as it stands. */
  public <T> T at(SearchState state, Function<Search, T> question) {
    Space space = spaces.of(state.request().space());
    return kept.at(state.searchId(), origin(state, space), journal(state, space), question);
  }

  private List<SearchEntry> ask(int count, SearchState state) {
    if (count < 1 || count > MOST_ASKED) {
      throw new IllegalArgumentException(
          "from 1 to " + MOST_ASKED + " proposals are given out at once, not " + count);
    }
    Instant now = clock.instant();
    Instant until = now.plusSeconds(state.request().leaseSeconds());
    SequencedMap<SearchEntry.Asked, Instant> open = state.open();
    List<SearchEntry> entries = new ArrayList<>();
    open.forEach(
        (asked, held) -> {
          if (entries.size() < count && held.isBefore(now)) {
            entries.add(new SearchEntry.AskedAgain(asked.number(), until));
          }
        });
    int fresh = Math.min(count - entries.size(), room(state, open.size()));
    if (fresh > 0) {
      proposals(state, fresh).forEach(proposal -> entries.add(asked(proposal, until)));
    }
    return entries;
  }

  /** How many more may be open: results to come count as if they had come. */
  private static int room(SearchState state, int open) {
    int left = state.request().budget().mostEvaluations() - state.trials().size() - open;
    return state.stopped().isPresent() ? 0 : Math.min(left, MOST_OPEN - open);
  }

  private List<Proposal> proposals(SearchState state, int count) {
    Space space = spaces.of(state.request().space());
    return kept.next(state.searchId(), origin(state, space), journal(state, space), count);
  }

  private static SearchEntry.Asked asked(Proposal proposal, Instant until) {
    return new SearchEntry.Asked(
        proposal.number(), places(proposal.point()), proposal.strategy(), proposal.reason(), until);
  }

  private List<SearchEntry> tell(List<SearchSignal.Result> results, SearchState state)
      throws SignalRefusedException {
    SearchState next = state;
    List<SearchEntry> entries = new ArrayList<>();
    for (SearchSignal.Result result : results) {
      List<SearchEntry> told = tell(result, next);
      entries.addAll(told);
      next = told.isEmpty() ? next : next.advance(told);
    }
    return entries;
  }

  private List<SearchEntry> tell(SearchSignal.Result result, SearchState state)
      throws SignalRefusedException {
    ToldResult told = result.result();
    told.outcome();
    told.cost();
    if (state.trials().size() >= SearchRequest.SearchBudget.MOST_TRIALS) {
      throw new SignalRefusedException(
          "illegal-stage",
          "the search has "
              + SearchRequest.SearchBudget.MOST_TRIALS
              + " results, no more are kept; begin another with them as prior trials");
    }
    Long number = result.number();
    return number == null
        ? List.of(new SearchEntry.Told(null, given(result, state), told, clock.instant()))
        : tell(number, told, state);
  }

  /** The same result again changes nothing; another one is kept as late. */
  private List<SearchEntry> tell(long number, ToldResult result, SearchState state) {
    SearchEntry.Asked asked =
        state
            .asked(number)
            .orElseThrow(
                () -> new IllegalArgumentException("the search made no proposal " + number));
    List<ToldResult> known = state.told(number);
    if (known.isEmpty()) {
      return List.of(new SearchEntry.Told(number, asked.places(), result, clock.instant()));
    }
    return known.contains(result)
        ? List.of()
        : List.of(new SearchEntry.ToldLate(number, result, clock.instant()));
  }

  private List<Long> given(SearchSignal.Result result, SearchState state) {
    Map<String, String> values = result.values();
    if (values == null) {
      throw new IllegalArgumentException("a result without a number names the values of its point");
    }
    return places(spaces.feasible(state.request().space(), values));
  }

  private KeptSearches.Origin origin(SearchState state, Space space) {
    return new KeptSearches.Origin(
        List.of(state.request(), state.seed()),
        space,
        () -> state.request().fresh(strategies),
        state.seed());
  }

  /** The journal of the engine: prior trials first; late results are not in it. */
  private List<JournalEntry> journal(SearchState state, Space space) {
    List<JournalEntry> journal = new ArrayList<>();
    for (SearchRequest.PriorTrial prior : state.request().prior()) {
      journal.add(told(space.point(prior.values()), prior.result(), null));
    }
    Map<Long, Proposal> asked = new HashMap<>();
    for (SearchEntry entry : state.entries()) {
      if (entry instanceof SearchEntry.Asked it) {
        Proposal proposal =
            new Proposal(it.number(), point(it.places()), it.strategy(), it.reason());
        asked.put(it.number(), proposal);
        journal.add(new JournalEntry.Asked(proposal));
      } else if (entry instanceof SearchEntry.Told it) {
        journal.add(
            told(
                point(it.places()),
                it.result(),
                it.number() == null ? null : asked.get(it.number())));
      }
    }
    return journal;
  }

  private static JournalEntry told(Point point, ToldResult result, @Nullable Proposal proposal) {
    return new JournalEntry.Told(
        new Trial(
            point,
            result.outcome(),
            result.cost(),
            proposal == null ? Search.GIVEN : proposal.strategy()));
  }

  private static Point point(List<Long> places) {
    return Point.of(places.stream().mapToLong(Long::longValue).toArray());
  }

  private static List<Long> places(Point point) {
    return java.util.Arrays.stream(point.places()).boxed().toList();
  }
}
