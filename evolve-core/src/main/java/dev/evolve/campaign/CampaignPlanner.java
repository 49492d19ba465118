package dev.evolve.campaign;

import dev.evolve.gate.Gate;
import dev.evolve.loop.Done;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Decides what a campaign does next. Pure: the plan follows from the state alone. */
final class CampaignPlanner {

  /** The pool in which one thing at a time is measured, so that nothing disturbs it. */
  static final String TIMING_POOL = "timing";

  /** The pool of steps that use no processor to speak of. */
  static final String CONTROL_POOL = "control";

  private static final int MERGE_ATTEMPTS_OF_AUTO_APPROVAL = 1;

  private final CampaignSearches searches;

  CampaignPlanner(CampaignSearches searches) {
    this.searches = searches;
  }

  Plan next(CampaignState state) {
    if (state.outcome() != null) {
      return new Done(state.outcome().name());
    }
    if (state.closing() != null) {
      return finish(state, state.closing().name(), state.closing().summary());
    }
    if (state.opening() == null) {
      return control(state, WorkUnitKind.CHECKOUT, new CampaignWork.Open(), "open the campaign");
    }
    return state.search().hasEnded() ? promote(state) : search(state);
  }

  /** Proposes until as many are open as may be, then measures the oldest of them. */
  private Plan search(CampaignState state) {
    List<Candidate> open = state.search().unscreened();
    if (open.size() >= state.request().search().parallel()) {
      return screen(state, open.getFirst());
    }
    Optional<String> exhausted = budgetExhausted(state).or(() -> searches.exhausted(state));
    Optional<CampaignSearches.Choice> choice =
        exhausted.isPresent() ? Optional.empty() : searches.next(state);
    if (choice.isPresent()) {
      return propose(state, choice.get());
    }
    return open.isEmpty()
        ? endSearch(state, exhausted.orElse("every feasible configuration was tried"))
        : screen(state, open.getFirst());
  }

  private static Plan screen(CampaignState state, Candidate candidate) {
    String id = candidate.proposal().id();
    return timing(state, WorkUnitKind.MEASURE, new CampaignWork.Screen(id), "measure " + id);
  }

  private static Plan propose(CampaignState state, CampaignSearches.Choice choice) {
    String id = proposalId(state);
    return control(
        state,
        WorkUnitKind.CHECKOUT,
        new CampaignWork.Propose(id, choice.configuration(), choice.choice()),
        "propose " + id);
  }

  private static Plan endSearch(CampaignState state, String reason) {
    return control(
        state, WorkUnitKind.GATE, new CampaignWork.EndSearch(reason), "end the search: " + reason);
  }

  private static String proposalId(CampaignState state) {
    return String.format(
        Locale.ROOT, "%s-%02d", state.campaignId(), state.search().candidates().size() + 1);
  }

  private static Optional<String> budgetExhausted(CampaignState state) {
    CampaignRequest request = state.request();
    if (state.search().candidates().size() >= request.evaluations()) {
      return Optional.of("the budget of " + request.evaluations() + " evaluations is used");
    }
    if (state.elapsed().compareTo(Duration.ofMinutes(request.minutes())) >= 0) {
      return Optional.of("the budget of " + request.minutes() + " minutes is used");
    }
    return Optional.empty();
  }

  private Plan promote(CampaignState state) {
    Optional<Candidate> current = state.current();
    return current.isPresent() ? carryOn(state, current.get()) : nextFinalist(state);
  }

  private static Plan nextFinalist(CampaignState state) {
    return state.finalists().stream()
        .filter(candidate -> candidate.stage() == ProposalStage.EVALUATING)
        .findFirst()
        .<Plan>map(
            candidate -> {
              String id = candidate.proposal().id();
              return timing(
                  state, WorkUnitKind.MEASURE, new CampaignWork.Confirm(id), "confirm " + id);
            })
        .orElseGet(
            () ->
                finish(
                    state,
                    "nothing-better-found",
                    "no candidate passed the gates and the canary; the baseline stays"));
  }

  private Plan carryOn(CampaignState state, Candidate candidate) {
    Validation validation = state.validationOrThrow();
    String id = candidate.proposal().id();
    return switch (candidate.stage()) {
      case EVALUATING ->
          control(
              state,
              WorkUnitKind.GATE,
              new CampaignWork.JudgeGates(id, Gate.Moment.AFTER_EVALUATION),
              "judge the gates on " + id);
      case CANARY -> canary(state, id, validation);
      case AWAITING_APPROVAL -> approval(state, id, validation);
      case PROMOTED -> finish(state, "promoted", id + " is merged");
      case PROPOSED, GATED, ROLLED_BACK, REJECTED ->
          throw new IllegalStateException(
              "the current proposal " + id + " cannot be " + candidate.stage());
    };
  }

  private static Plan canary(CampaignState state, String id, Validation validation) {
    CanaryReport report = validation.canary();
    if (report == null || report.verdict() == CanaryVerdict.HOLD) {
      int stage = report == null ? 0 : report.stages().size();
      return timing(
          state,
          WorkUnitKind.TRAFFIC_SHIFT,
          new CampaignWork.RunCanaryStage(id, stage),
          "canary stage " + (stage + 1) + " of " + id);
    }
    if (validation.rehearsal() == null) {
      return control(
          state,
          WorkUnitKind.FORGE,
          new CampaignWork.RehearseRollback(id),
          "rehearse the rollback of " + id);
    }
    if (validation.finding("promotion").isEmpty()) {
      return control(
          state,
          WorkUnitKind.GATE,
          new CampaignWork.JudgeGates(id, Gate.Moment.BEFORE_PROMOTION),
          "judge the promotion of " + id);
    }
    return control(
        state, WorkUnitKind.FORGE, new CampaignWork.Commit(id), "commit " + id + ", signed");
  }

  private static Plan approval(CampaignState state, String id, Validation validation) {
    if (validation.approval() != null) {
      return control(state, WorkUnitKind.FORGE, new CampaignWork.Merge(id), "merge " + id);
    }
    Optional<String> auto = state.request().autoApprover();
    if (auto.isPresent() && validation.mergeRefusals() < MERGE_ATTEMPTS_OF_AUTO_APPROVAL) {
      return control(
          state,
          WorkUnitKind.GATE,
          new CampaignWork.AutoApprove(id, auto.get()),
          "approve " + id + " in the name of " + auto.get() + ", unattended");
    }
    return control(
        state,
        WorkUnitKind.WAIT,
        Waiting.forSignals(DecisionSignal.NAME),
        "wait for a person to approve " + id);
  }

  private static Plan finish(CampaignState state, String outcome, String summary) {
    return control(
        state, WorkUnitKind.GATE, new CampaignWork.Finish(outcome, summary), "finish: " + outcome);
  }

  private static WorkPlan timing(
      CampaignState state, WorkUnitKind kind, WorkPayload payload, String label) {
    return WorkPlan.of(
        shape(state, kind),
        payload,
        label,
        ResourceRequest.exclusive(TIMING_POOL, 0),
        new PlacementHint(TIMING_POOL));
  }

  private static WorkPlan control(
      CampaignState state, WorkUnitKind kind, WorkPayload payload, String label) {
    return WorkPlan.of(
        shape(state, kind), payload, label, ResourceRequest.NONE, new PlacementHint(CONTROL_POOL));
  }

  /** Steps of campaigns never batch: the campaign is part of the key. */
  private static ShapeSignature shape(CampaignState state, WorkUnitKind kind) {
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("campaign", state.campaignId());
    return new ShapeSignature(kind, List.of(), "", extra);
  }
}
