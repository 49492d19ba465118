package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.JsonStateCodec;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.search.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The evolution loop: propose and screen until the budget is used; then, best first, confirm, judge
 * the gates, canary, rehearse the rollback, commit, wait for a person, merge. A candidate that
 * fails anywhere is rejected and the next one takes its place.
 */
public final class CampaignLoop implements Loop<CampaignRequest, CampaignState> {

  /** The loop's kind. */
  public static final String KIND = "campaign";

  private static final StateCodec<CampaignState> CODEC = new JsonStateCodec<>(CampaignState.class);

  private final CampaignPlanner planner;

  /**
   * @param strategies makes a fresh strategy of a name
   * @param spaces makes a pack's search space
   */
  public CampaignLoop(Function<String, Strategy> strategies, SearchSpaces spaces) {
    this.planner = new CampaignPlanner(new CampaignSearches(strategies, spaces));
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public CampaignState init(CampaignRequest request, ModelRef model, LoopContext context) {
    return new CampaignState(
        context.loopId(),
        context.seed(),
        0,
        0,
        request,
        null,
        SearchProgress.NONE,
        null,
        null,
        null,
        null);
  }

  @Override
  public Plan next(CampaignState state) {
    return planner.next(state);
  }

  @Override
  public CampaignState advance(CampaignState state, StepResult result) {
    if (result.payload() instanceof DecidedEvents decided) {
      return CampaignFold.advance(state, decided.events());
    }
    throw new IllegalStateException(
        "a campaign advances by decided events, not by " + result.payload().getClass().getName());
  }

  @Override
  public LoopResult finalize(CampaignState state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    state.ended().ifPresent(outcome -> artifacts.put("summary", outcome.summary()));
    state.current().ifPresent(current -> artifacts.put("proposal", current.proposal().id()));
    return new LoopResult(
        state.ended().map(CampaignState.Outcome::name).orElse("unfinished"), artifacts);
  }

  @Override
  public List<StreamChunk> farewell(CampaignState state, Ending ending, String reason, Instant at) {
    String outcome = ending.name().toLowerCase(Locale.ROOT);
    List<DomainEvent> events = new ArrayList<>();
    for (Candidate candidate : state.search().candidates()) {
      if (candidate.stage().canMoveTo(ProposalStage.REJECTED)) {
        events.add(
            new DomainEvent.StageChanged(
                state.campaignId(),
                at,
                candidate.proposal().id(),
                candidate.stage(),
                ProposalStage.REJECTED,
                "the campaign was " + outcome + ": " + reason));
      }
    }
    events.add(new DomainEvent.CampaignFinished(state.campaignId(), at, outcome, reason));
    return EventChunks.of(state, events);
  }

  @Override
  public StateCodec<CampaignState> codec() {
    return CODEC;
  }
}
