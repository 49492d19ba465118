package dev.evolve.searches;

import dev.evolve.json.JsonStateCodec;
import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.util.List;
import java.util.TreeMap;

/** A search that is held for others: waits to be asked or told, until it is closed. */
public final class SearchLoop implements Loop<SearchRequest, SearchState> {

  /** The loop's kind. */
  public static final String KIND = "search";

  private static final String POOL = "control";

  private static final StateCodec<SearchState> CODEC = new JsonStateCodec<>(SearchState.class);

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public SearchState init(SearchRequest request, ModelRef model, LoopContext context) {
    return new SearchState(context.loopId(), context.seed(), 0, request, List.of());
  }

  @Override
  public Plan next(SearchState state) {
    if (state.wasClosed()) {
      return new Done("closed");
    }
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("search", state.searchId());
    return WorkPlan.of(
        new ShapeSignature(WorkUnitKind.WAIT, List.of(), "", extra),
        Waiting.forSignals(SearchSignal.NAME),
        "wait to be asked or told: " + state.searchId(),
        ResourceRequest.NONE,
        new PlacementHint(POOL));
  }

  @Override
  public SearchState advance(SearchState state, StepResult result) {
    if (result.payload() instanceof SearchEntries decided) {
      return state.advance(decided.entries());
    }
    throw new IllegalStateException(
        "a search advances by its entries, not by " + result.payload().getClass().getName());
  }

  @Override
  public LoopResult finalize(SearchState state) {
    return new LoopResult("closed", new TreeMap<>());
  }

  @Override
  public StateCodec<SearchState> codec() {
    return CODEC;
  }
}
