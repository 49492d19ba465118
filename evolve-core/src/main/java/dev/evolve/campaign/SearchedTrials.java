package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.SearchChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The trials of a campaign's search, read from its events: for reports. Pure. */
public final class SearchedTrials {

  private final BenchPack pack;
  private final Space space;
  private final Map<String, DomainEvent.ProposalCreated> proposals = new HashMap<>();
  private final Map<String, Outcome> outcomes = new HashMap<>();
  private final List<Trial> trials = new ArrayList<>();

  private SearchedTrials(BenchPack pack, Space space) {
    this.pack = pack;
    this.space = space;
  }

  /**
   * The trials of a campaign, oldest first, the baseline before all others. Values are candidate
   * over baseline.
   *
   * @param pack what is tuned
   * @param space its space
   * @param events of the campaign, in order
   */
  public static List<Trial> of(BenchPack pack, Space space, List<DomainEvent> events) {
    SearchedTrials reader = new SearchedTrials(pack, space);
    events.forEach(reader::read);
    return List.copyOf(reader.trials);
  }

  private void read(DomainEvent event) {
    if (event instanceof DomainEvent.ProposalCreated created
        && created.proposal().changeset() instanceof Changeset.Knobs knobs) {
      if (proposals.isEmpty()) {
        add(knobs.from(), Outcome.Measured.exactly(1), Cost.NONE, Search.GIVEN);
      }
      proposals.put(created.proposal().id(), created);
    } else if (event instanceof DomainEvent.Evaluated evaluated
        && evaluated.evaluation().phase() == Evaluation.Phase.SCREENING) {
      evaluated(evaluated.evaluation());
    }
  }

  private void evaluated(Evaluation screening) {
    DomainEvent.ProposalCreated created = proposals.get(screening.proposalId());
    if (created == null || !(created.proposal().changeset() instanceof Changeset.Knobs knobs)) {
      return;
    }
    Outcome outcome =
        Screenings.outcome(
            pack,
            screening,
            twin ->
                outcomes.getOrDefault(
                    twin,
                    new Outcome.Failed(
                        Outcome.Reason.INFRASTRUCTURE, twin + " is not in the record")));
    outcomes.put(screening.proposalId(), outcome);
    SearchChoice choice = created.choice();
    add(
        knobs.to(),
        outcome,
        Screenings.cost(screening),
        choice == null ? created.proposal().agent() : choice.strategy());
  }

  private void add(Configuration configuration, Outcome outcome, Cost cost, String strategy) {
    trials.add(new Trial(space.point(configuration.values()), outcome, cost, strategy));
  }
}
