package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** An impact store for tests that need no server: keeps the same promises. */
final class InMemoryImpactStore implements ImpactStore {

  private State state = new State();

  private static final class State {
    final Map<Integer, Long> positions = new HashMap<>();
    final Set<String> known = new HashSet<>();
    final Set<String> campaigns = new HashSet<>();
    final Map<String, Proposal> proposals = new HashMap<>();
    final Map<String, ProposalStage> stages = new HashMap<>();
    final Map<String, Evaluation> confirmations = new HashMap<>();
    final List<Fact> facts = new ArrayList<>();
    final TreeMap<String, DomainEvent.GateJudged> failures = new TreeMap<>();

    State copy() {
      State copy = new State();
      copy.positions.putAll(positions);
      copy.known.addAll(known);
      copy.campaigns.addAll(campaigns);
      copy.proposals.putAll(proposals);
      copy.stages.putAll(stages);
      copy.confirmations.putAll(confirmations);
      copy.facts.addAll(facts);
      copy.failures.putAll(failures);
      return copy;
    }
  }

  private record Fact(String id, DomainEvent.GateJudged judged, Effect effect, String hardware) {}

  @Override
  public void prepare() {}

  @Override
  public synchronized SortedMap<Integer, Long> positions() {
    return new TreeMap<>(state.positions);
  }

  @Override
  public synchronized void project(int partition, long nextOffset, List<RecordedEvent> batch) {
    if (nextOffset <= state.positions.getOrDefault(partition, 0L)) {
      return;
    }
    State next = state.copy();
    next.positions.put(partition, nextOffset);
    for (RecordedEvent event : batch) {
      if (next.known.add(event.id())) {
        EventMapping.map(event, new ProjectionRows());
        apply(next, event);
      }
    }
    state = next;
  }

  private static void apply(State next, RecordedEvent event) {
    switch (event.event()) {
      case DomainEvent.CampaignStarted started -> next.campaigns.add(started.campaignId());
      case DomainEvent.ProposalCreated created -> {
        need(next.campaigns.contains(created.campaignId()), event, GraphWrite.PROPOSAL_CREATED);
        next.proposals.put(created.proposal().id(), created.proposal());
        next.stages.putIfAbsent(created.proposal().id(), ProposalStage.PROPOSED);
      }
      case DomainEvent.StageChanged changed ->
          next.stages.merge(changed.proposalId(), changed.to(), InMemoryImpactStore::further);
      case DomainEvent.Evaluated evaluated -> {
        Evaluation evaluation = evaluated.evaluation();
        need(next.proposals.containsKey(evaluation.proposalId()), event, GraphWrite.EVALUATED);
        if (evaluation.phase() == Evaluation.Phase.CONFIRMATION) {
          next.confirmations.put(evaluation.proposalId(), evaluation);
        }
      }
      case DomainEvent.GateJudged judged -> judged(next, event, judged);
      case DomainEvent.SearchFinished ignored -> {}
      case DomainEvent.CanaryJudged ignored -> {}
      case DomainEvent.RollbackRehearsed ignored -> {}
      case DomainEvent.Committed ignored -> {}
      case DomainEvent.Approved ignored -> {}
      case DomainEvent.Declined ignored -> {}
      case DomainEvent.MergeRefused ignored -> {}
      case DomainEvent.Merged ignored -> {}
      case DomainEvent.RolledBack ignored -> {}
      case DomainEvent.CampaignFinished ignored -> {}
      case DomainEvent.ProfileImported ignored -> {}
      case DomainEvent.ProfileRevalidated ignored -> {}
      case DomainEvent.ProfileQuarantined ignored -> {}
      case DomainEvent.ProfilePinned ignored -> {}
      case DomainEvent.TrialsImported ignored -> {}
      case DomainEvent.TrialsForgotten ignored -> {}
    }
  }

  private static ProposalStage further(ProposalStage one, ProposalStage other) {
    return EventMapping.rank(one) > EventMapping.rank(other) ? one : other;
  }

  private static void judged(State next, RecordedEvent event, DomainEvent.GateJudged judged) {
    need(next.proposals.containsKey(judged.proposalId()), event, GraphWrite.GATE_JUDGED);
    if (judged.finding().verdict() != Verdict.PASS) {
      next.failures.put(event.id(), judged);
    }
    List<Effect> effects = judged.finding().effects();
    for (int i = 0; i < effects.size(); i++) {
      Evaluation confirmation = next.confirmations.get(judged.proposalId());
      if (confirmation == null) {
        throw unmet(event, GraphWrite.EFFECT_MEASURED);
      }
      next.facts.add(
          new Fact(
              EventMapping.measurementId(event, i),
              judged,
              effects.get(i),
              confirmation.hardware().id()));
    }
  }

  private static void need(boolean met, RecordedEvent event, GraphWrite write) {
    if (!met) {
      throw unmet(event, write);
    }
  }

  private static UnprojectableEventException unmet(RecordedEvent event, GraphWrite write) {
    return new UnprojectableEventException(event.id(), "it needs " + write.needs(), null);
  }

  @Override
  public synchronized void clear() {
    state = new State();
  }

  @Override
  public synchronized List<Improvement> improvements(String pack, String hardwareId, int limit) {
    checkLimit(limit);
    return state.facts.stream()
        .filter(f -> EventMapping.Direction.of(f.effect()) == EventMapping.Direction.IMPROVED)
        .filter(f -> hardwareId.isEmpty() || f.hardware().equals(hardwareId))
        .filter(f -> proposal(f.judged()).pack().equals(pack))
        .sorted(
            Comparator.comparing((Fact f) -> f.judged().at()).reversed().thenComparing(Fact::id))
        .limit(limit)
        .map(this::improvement)
        .toList();
  }

  private Improvement improvement(Fact fact) {
    Proposal proposal = proposal(fact.judged());
    Changeset.Knobs knobs = (Changeset.Knobs) proposal.changeset();
    ProposalStage stage = state.stages.getOrDefault(proposal.id(), ProposalStage.PROPOSED);
    return new Improvement(
        proposal.id(),
        proposal.pack(),
        fact.hardware(),
        fact.effect().scenario(),
        fact.effect().metric(),
        fact.effect().ratio(),
        fact.effect().low(),
        fact.effect().high(),
        knobs.to().describeAgainst(knobs.from()),
        stage.name(),
        stage == ProposalStage.PROMOTED,
        fact.judged().at());
  }

  @Override
  public synchronized List<GateFailure> gateFailures(String gate, int limit) {
    checkLimit(limit);
    return state.failures.values().stream()
        .filter(judged -> judged.finding().gate().equals(gate))
        .sorted(Comparator.comparing(DomainEvent.GateJudged::at).reversed())
        .limit(limit)
        .map(
            judged ->
                new GateFailure(
                    judged.proposalId(),
                    proposal(judged).pack(),
                    gate,
                    judged.finding().verdict().name(),
                    judged.finding().summary(),
                    judged.at()))
        .toList();
  }

  private Proposal proposal(DomainEvent.GateJudged judged) {
    Proposal proposal = state.proposals.get(judged.proposalId());
    if (proposal == null) {
      throw new IllegalStateException("a verdict on no proposal: " + judged.proposalId());
    }
    return proposal;
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MAXIMUM_ROWS) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "a limit of " + limit + " rows; ask for 1 to " + MAXIMUM_ROWS);
    }
  }
}
