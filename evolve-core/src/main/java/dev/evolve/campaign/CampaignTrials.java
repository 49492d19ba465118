package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.search.Outcome;
import dev.evolve.search.prior.KnownTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Folds the log into what campaigns measured: a set for each campaign whose search has ended, its
 * values the screened ratios to the baseline, which itself is a trial of 1. Given every event from
 * the start of the log, each once and those of a campaign in order; the same log gives the same
 * sets. Confined to whoever folds.
 */
public final class CampaignTrials {

  /** How the origin of a campaign's set begins. */
  public static final String ORIGIN = "campaign:";

  private final Map<String, Gathered> campaigns = new HashMap<>();

  /** Takes the next event; gives the set that it completes. */
  public Optional<TrialSet> apply(DomainEvent event) {
    switch (event) {
      case DomainEvent.CampaignStarted started ->
          campaigns.put(started.campaignId(), new Gathered(started));
      case DomainEvent.ProposalCreated created ->
          gathered(created).ifPresent(campaign -> campaign.created(created));
      case DomainEvent.Evaluated evaluated ->
          gathered(evaluated).ifPresent(campaign -> campaign.evaluated(evaluated.evaluation()));
      case DomainEvent.SearchFinished finished -> {
        Optional<TrialSet> set = gathered(finished).flatMap(campaign -> campaign.set(finished));
        campaigns.remove(finished.campaignId());
        return set;
      }
      case DomainEvent.CampaignFinished finished -> campaigns.remove(finished.campaignId());
      default -> {
        // Says nothing of what was measured.
      }
    }
    return Optional.empty();
  }

  private Optional<Gathered> gathered(DomainEvent event) {
    return Optional.ofNullable(campaigns.get(event.campaignId()));
  }

  /** What a campaign measured so far. */
  private static final class Gathered {
    private final DomainEvent.CampaignStarted started;
    private final Map<String, Configuration> configurations = new HashMap<>();
    private final Map<Configuration, Outcome> outcomes = new LinkedHashMap<>();

    Gathered(DomainEvent.CampaignStarted started) {
      this.started = started;
    }

    void created(DomainEvent.ProposalCreated created) {
      if (created.proposal().changeset() instanceof Changeset.Knobs knobs) {
        configurations.put(created.proposal().id(), knobs.to());
        outcomes.putIfAbsent(knobs.from(), Outcome.Measured.exactly(1));
      }
    }

    void evaluated(Evaluation evaluation) {
      Configuration configuration = configurations.get(evaluation.proposalId());
      if (configuration == null
          || evaluation.phase() != Evaluation.Phase.SCREENING
          || evaluation.notMeasured() != null) {
        return;
      }
      BenchPack pack = started.pack();
      outcomes.put(configuration, ScreeningVerdict.of(pack, evaluation).outcome());
    }

    Optional<TrialSet> set(DomainEvent.SearchFinished finished) {
      List<String> parameters =
          outcomes.keySet().stream().findFirst().stream()
              .flatMap(first -> first.values().keySet().stream())
              .toList();
      List<KnownTrial> trials = new ArrayList<>();
      outcomes.forEach(
          (configuration, outcome) ->
              trial(parameters, configuration, outcome).ifPresent(trials::add));
      return trials.size() < 2
          ? Optional.empty()
          : Optional.of(
              new TrialSet(
                  started.pack().name(),
                  "",
                  started.hardware().id(),
                  ORIGIN + started.campaignId(),
                  finished.at(),
                  parameters,
                  trials));
    }

    private static Optional<KnownTrial> trial(
        List<String> parameters, Configuration configuration, Outcome outcome) {
      if (!configuration.values().keySet().containsAll(parameters)) {
        return Optional.empty();
      }
      List<String> values = parameters.stream().map(configuration.values()::get).toList();
      return switch (outcome) {
        case Outcome.Measured measured -> Optional.of(KnownTrial.ran(values, measured.value()));
        case Outcome.Failed failed ->
            failed.reason() == Outcome.Reason.INFRASTRUCTURE
                ? Optional.empty()
                : Optional.of(KnownTrial.failed(values));
      };
    }
  }
}
