package dev.evolve.searches;

import dev.evolve.json.Json;
import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.search.strategy.Strategies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks and tells a search by hand; its state goes through its codec at every step. */
final class SearchHarness {

  static final SpaceDocument SPACE =
      new SpaceDocument(
          "toy",
          List.of(
              new ParameterDocument("X", ParameterDocument.Type.WHOLE, null, 0.0, 9.0, null, null),
              new ParameterDocument(
                  "Y",
                  ParameterDocument.Type.ORDINAL,
                  List.of("1", "2", "4"),
                  null,
                  null,
                  null,
                  null)),
          List.of("X * Y <= 18"),
          new TreeMap<>(),
          new TreeMap<>());

  private final SearchLoop loop = new SearchLoop();
  Instant now = Instant.ofEpochSecond(1_000);
  SearchState state;

  SearchHarness(SearchRequest request) {
    state =
        loop.init(
            request, new ModelRef("m", "1"), new LoopContext("s-1", 7, ExecutionProfile.SERVE));
  }

  SearchHarness(@Nullable Integer evaluations, SearchRequest.PriorTrial... prior) {
    this(request(new SearchRequest.SearchBudget(evaluations, null), prior));
  }

  static SearchRequest request(
      SearchRequest.SearchBudget budget, SearchRequest.PriorTrial... prior) {
    return new SearchRequest(
        SPACE, Strategies.DEFAULT, budget, 60, List.of(prior), "ada", Instant.EPOCH);
  }

  /** Sends a signal to a worker that knows nothing yet, as after a restart. */
  List<SearchEntry> send(SearchSignal signal) throws SignalRefusedException {
    return send(signal, worker());
  }

  List<SearchEntry> send(SearchSignal signal, SearchWorker worker) throws SignalRefusedException {
    List<SearchEntry> entries = worker.answer(signal.toSignal(), state);
    state =
        loop.codec()
            .decode(
                loop.codec()
                    .encode(
                        loop.advance(
                            state, StepResult.of(new SearchEntries(entries), Duration.ZERO))));
    return entries;
  }

  SearchWorker worker() {
    return new SearchWorker(new CompiledSpaces(), Strategies::create, () -> now);
  }

  List<SearchEntry.Asked> ask(int count) throws SignalRefusedException {
    List<SearchEntry.Asked> asked = new ArrayList<>();
    for (SearchEntry entry : send(new SearchSignal.Ask(count))) {
      if (entry instanceof SearchEntry.Asked it) {
        asked.add(it);
      }
    }
    return asked;
  }

  List<SearchEntry> tell(long number, ToldResult result) throws SignalRefusedException {
    return send(new SearchSignal.Tell(List.of(new SearchSignal.Result(number, null, result))));
  }

  List<SearchEntry> give(Map<String, String> values, ToldResult result)
      throws SignalRefusedException {
    return send(
        new SearchSignal.Tell(
            List.of(new SearchSignal.Result(null, new TreeMap<>(values), result))));
  }

  static ToldResult value(double value) {
    return new ToldResult(value, null, null, null, null, 1.0, 2.0);
  }

  boolean isDone() {
    return loop.next(state) instanceof Done;
  }

  String json() {
    return Json.write(state);
  }
}
