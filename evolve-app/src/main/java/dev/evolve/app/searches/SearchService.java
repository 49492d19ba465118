package dev.evolve.app.searches;

import dev.evolve.app.campaigns.LoopAnswers;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.app.searches.SearchAnswers.AskAnswer;
import dev.evolve.app.searches.SearchAnswers.BestAnswer;
import dev.evolve.app.searches.SearchAnswers.ProposalAnswer;
import dev.evolve.app.searches.SearchAnswers.SearchDetail;
import dev.evolve.app.searches.SearchAnswers.SearchSummary;
import dev.evolve.app.searches.SearchAnswers.TellAnswer;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.IdSource;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.searches.CompiledSpaces;
import dev.evolve.searches.SearchEntries;
import dev.evolve.searches.SearchEntry;
import dev.evolve.searches.SearchLoop;
import dev.evolve.searches.SearchRequest;
import dev.evolve.searches.SearchSignal;
import dev.evolve.searches.SearchState;
import dev.evolve.searches.SearchWorker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Searches held for others. Each command answers from the owning loop: when it returns, its outcome
 * is in the log of record. Every method throws {@code EvolveException}: INVALID_REQUEST, NOT_FOUND,
 * OUT_OF_RESOURCES, LOG_UNAVAILABLE (nothing is half done).
 */
public final class SearchService {

  /** Most searches of one owner that are held at once. */
  static final int MOST_OF_ONE_OWNER = 100;

  /** Most searches that are held at once. */
  static final int MOST_HELD = 1_000;

  private final Loops loops;
  private final SearchStates states;
  private final CompiledSpaces spaces;
  private final SearchWorker worker;
  private final IdSource ids;
  private final SearchReports reports;

  /**
   * @param loops the runtime
   * @param states what is recorded
   * @param spaces compiles spaces
   * @param worker answers what changes nothing
   * @param ids identities of searches
   * @param reports makes reports
   */
  public SearchService(
      Loops loops,
      SearchStates states,
      CompiledSpaces spaces,
      SearchWorker worker,
      IdSource ids,
      SearchReports reports) {
    this.loops = loops;
    this.states = states;
    this.spaces = spaces;
    this.worker = worker;
    this.ids = ids;
    this.reports = reports;
  }

  /** Begins a search; returns its id once it is recorded. */
  public String create(SearchRequest request, long seed) {
    requireRoom(request.owner());
    try {
      spaces.check(request);
    } catch (IllegalArgumentException e) {
      throw invalid(e);
    }
    String id = "search-" + ids.nextId().toLowerCase(Locale.ROOT);
    LoopAnswers.await(
        loops.submit(SearchLoop.KIND, id, request, new ModelRef(request.strategy(), "1"), seed));
    return id;
  }

  private void requireRoom(String owner) {
    List<SearchState> held = states.all();
    long own = held.stream().filter(state -> state.request().owner().equals(owner)).count();
    if (own >= MOST_OF_ONE_OWNER || held.size() >= MOST_HELD) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES,
          "%d searches of %s and %d in all are held, at most %d and %d can be; delete some first"
              .formatted(own, owner, held.size(), MOST_OF_ONE_OWNER, MOST_HELD));
    }
  }

  private static EvolveException invalid(IllegalArgumentException cause) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, String.valueOf(cause.getMessage()), cause);
  }

  /** Gives out points to measure. */
  public AskAnswer ask(String id, int count) {
    List<SearchEntry> entries = signal(id, new SearchSignal.Ask(count));
    SearchState state = state(id);
    List<ProposalAnswer> proposals = new ArrayList<>();
    for (SearchEntry entry : entries) {
      if (entry instanceof SearchEntry.Asked asked) {
        proposals.add(answer(state, asked, asked.until(), false));
      } else if (entry instanceof SearchEntry.AskedAgain again) {
        state
            .open()
            .forEach(
                (asked, until) -> {
                  if (asked.number() == again.number()) {
                    proposals.add(answer(state, asked, again.until(), true));
                  }
                });
      }
    }
    return new AskAnswer(proposals, proposals.size() < count ? whyFewer(state) : null);
  }

  private static String whyFewer(SearchState state) {
    return state
        .stopped()
        .orElseGet(
            () ->
                state.open().isEmpty()
                    ? "every feasible point was tried"
                    : "the budget or the space is given out; "
                        + state.open().size()
                        + " proposals wait for their results");
  }

  private ProposalAnswer answer(
      SearchState state, SearchEntry.Asked asked, Instant until, boolean repeated) {
    Space space = spaces.of(state.request().space());
    return new ProposalAnswer(
        asked.number(),
        space.values(Point.of(asked.places().stream().mapToLong(Long::longValue).toArray())),
        asked.strategy(),
        asked.reason(),
        until,
        repeated);
  }

  /** Takes results in, all or none. */
  public TellAnswer tell(String id, List<SearchSignal.Result> results) {
    List<SearchEntry> entries = signal(id, new SearchSignal.Tell(results));
    int taken = (int) entries.stream().filter(SearchEntry.Told.class::isInstance).count();
    int late = entries.size() - taken;
    return new TellAnswer(taken, late, results.size() - taken - late, best(state(id)));
  }

  /** Ends a search and forgets it. */
  public void close(String id, String person) {
    signal(id, new SearchSignal.Close(person));
  }

  private List<SearchEntry> signal(String id, SearchSignal signal) {
    state(id);
    StepResult result = LoopAnswers.await(loops.signal(id, signal.toSignal()));
    if (result.payload() instanceof SearchEntries decided) {
      return decided.entries();
    }
    throw new IllegalStateException("a search answered with " + result.payload().getClass());
  }

  /** Every search, newest first. */
  public List<SearchSummary> all() {
    return states.all().stream().map(SearchService::summary).toList();
  }

  private static SearchSummary summary(SearchState state) {
    return new SearchSummary(
        state.searchId(),
        state.request().space().name(),
        state.request().owner(),
        state.request().strategy(),
        state.request().createdAt(),
        state.trials().size(),
        state.open().size(),
        state.stopped().orElse(null));
  }

  /** A search with a part of its journal. */
  public SearchDetail detail(String id, int from, int limit) {
    SearchState state = state(id);
    List<ProposalAnswer> open = new ArrayList<>();
    state.open().forEach((asked, until) -> open.add(answer(state, asked, until, false)));
    int begin = Math.clamp(from, 0, state.entries().size());
    int end = Math.min(state.entries().size(), begin + Math.max(0, limit));
    return new SearchDetail(
        summary(state),
        state.seed(),
        state.request().space(),
        state.request().budget(),
        state.seconds(),
        state.request().prior().size(),
        best(state),
        open,
        begin,
        state.entries().size(),
        state.entries().subList(begin, end));
  }

  private @Nullable BestAnswer best(SearchState state) {
    return at(state, search -> best(search.history())).orElse(null);
  }

  private static Optional<BestAnswer> best(History history) {
    return history
        .best()
        .map(
            trial ->
                new BestAnswer(
                    history.space().values(trial.point()),
                    ((Outcome.Measured) trial.outcome()).value(),
                    trial.strategy(),
                    history.trials().indexOf(trial)));
  }

  /** What a search found so far. */
  public SearchReport report(String id) {
    SearchState state = state(id);
    String name = state.request().space().name();
    return reports.of(
        id,
        state.entries().size(),
        name.isBlank() ? id : name,
        "",
        () ->
            at(
                state,
                search ->
                    new SearchReports.Trials(search.history().space(), search.history().trials())));
  }

  private <T> T at(SearchState state, Function<Search, T> question) {
    return worker.at(state, question);
  }

  private SearchState state(String id) {
    return states
        .find(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no search " + id));
  }
}
