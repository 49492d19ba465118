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
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.search.objective.Objective;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.SearchChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Folds the events of one campaign, in order, into what its search tried. A candidate that was not
 * measured since it builds to the binary of another has the other's outcome. Confined to whoever
 * folds.
 */
public final class SearchedTrials {

  private final BenchPack pack;
  private final Map<String, DomainEvent.ProposalCreated> proposals = new HashMap<>();
  private final Map<String, Outcome> outcomes = new HashMap<>();
  private final List<Tried> tried = new ArrayList<>();
  private final List<TradeOffs.Measured> measured = new ArrayList<>();
  private @Nullable Evaluation firstMeasured;

  /**
   * @param pack what the campaign tunes
   */
  SearchedTrials(BenchPack pack) {
    this.pack = pack;
  }

  /**
   * What came of a configuration.
   *
   * @param configuration a value for each knob
   * @param outcome candidate over baseline, or why there is none
   * @param cost of building and running it
   * @param strategy what chose it
   */
  record Tried(Configuration configuration, Outcome outcome, Cost cost, String strategy) {}

  /**
   * What the search of a campaign for several metrics came to; empty if one counts or nothing was
   * measured yet. Its evaluations count as those of {@link #of} do, the baseline the first.
   */
  public static Optional<TradeOffs> tradeOffs(BenchPack pack, List<DomainEvent> events) {
    SearchedTrials reader = new SearchedTrials(pack);
    events.forEach(reader::read);
    return reader.objective().map(found -> TradeOffs.of(found, reader.measured));
  }

  private Optional<Objective> objective() {
    Evaluation first = firstMeasured;
    return first == null
        ? Optional.empty()
        : PackObjective.of(pack).map(wanted -> wanted.against(first));
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
    SearchedTrials reader = new SearchedTrials(pack);
    events.forEach(reader::read);
    return reader.tried().stream()
        .map(
            it ->
                new Trial(
                    space.point(it.configuration().values()),
                    it.outcome(),
                    it.cost(),
                    it.strategy()))
        .toList();
  }

  /** What was tried so far, oldest first, the baseline before all others. */
  List<Tried> tried() {
    return List.copyOf(tried);
  }

  /** Takes the next event of the campaign. */
  void read(DomainEvent event) {
    if (event instanceof DomainEvent.ProposalCreated created
        && created.proposal().changeset() instanceof Changeset.Knobs knobs) {
      if (proposals.isEmpty()) {
        tried.add(new Tried(knobs.from(), Outcome.Measured.exactly(1), Cost.NONE, Search.GIVEN));
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
    tried.add(
        new Tried(
            knobs.to(),
            outcome,
            Screenings.cost(screening),
            choice == null ? created.proposal().agent() : choice.strategy()));
    Map<String, Double> values = ScreeningVerdict.values(pack, screening);
    if (!values.isEmpty()) {
      firstMeasured = firstMeasured == null ? screening : firstMeasured;
      measured.add(new TradeOffs.Measured(tried.size(), knobs.to().values(), values));
    }
  }
}
