package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.search.Outcome;
import dev.evolve.search.prior.KnownTrial;
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
    if (event instanceof DomainEvent.CampaignStarted started) {
      campaigns.put(
          started.campaignId(), new Gathered(started, new SearchedTrials(started.pack())));
      return Optional.empty();
    }
    Gathered campaign = campaigns.get(event.campaignId());
    if (campaign == null) {
      return Optional.empty();
    }
    campaign.trials().read(event);
    if (event instanceof DomainEvent.CampaignFinished) {
      campaigns.remove(event.campaignId());
    }
    if (event instanceof DomainEvent.SearchFinished finished) {
      campaigns.remove(event.campaignId());
      return campaign.set(finished);
    }
    return Optional.empty();
  }

  /** A campaign whose search goes on, and what it tried so far. */
  private record Gathered(DomainEvent.CampaignStarted started, SearchedTrials trials) {

    Optional<TrialSet> set(DomainEvent.SearchFinished finished) {
      List<SearchedTrials.Tried> tried = trials.tried();
      List<String> parameters =
          tried.stream().findFirst().stream()
              .flatMap(first -> first.configuration().values().keySet().stream())
              .toList();
      Map<List<String>, KnownTrial> known = new LinkedHashMap<>();
      tried.forEach(
          it -> trial(parameters, it).ifPresent(trial -> known.put(trial.values(), trial)));
      return known.size() < 2
          ? Optional.empty()
          : Optional.of(
              new TrialSet(
                  started.pack().name(),
                  "",
                  started.hardware().id(),
                  ORIGIN + started.campaignId(),
                  finished.at(),
                  parameters,
                  List.copyOf(known.values())));
    }

    private static Optional<KnownTrial> trial(List<String> parameters, SearchedTrials.Tried tried) {
      Map<String, String> configured = tried.configuration().values();
      if (!configured.keySet().containsAll(parameters)) {
        return Optional.empty();
      }
      List<String> values =
          parameters.stream().map(name -> configured.getOrDefault(name, "")).toList();
      return known(values, tried.outcome());
    }
  }

  /** What is worth remembering of an outcome: not what the machine was at fault for. */
  static Optional<KnownTrial> known(List<String> values, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured measured -> Optional.of(KnownTrial.ran(values, measured.value()));
      case Outcome.Failed failed ->
          failed.reason() == Outcome.Reason.INFRASTRUCTURE
              ? Optional.empty()
              : Optional.of(KnownTrial.failed(values));
    };
  }
}
