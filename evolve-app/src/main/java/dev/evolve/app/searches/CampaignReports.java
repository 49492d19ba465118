package dev.evolve.app.searches;

import dev.evolve.app.campaigns.CampaignDirectory;
import dev.evolve.campaign.SearchedTrials;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.pack.BenchPack;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.PackSearchSpaces;
import java.util.List;
import java.util.Optional;

/** Reports on the searches of campaigns, made from the log of record. */
public final class CampaignReports {

  private final CampaignDirectory directory;
  private final PackSearchSpaces spaces;
  private final SearchReports reports;

  /**
   * @param directory the events of campaigns
   * @param spaces the spaces of packs
   * @param reports makes reports
   */
  public CampaignReports(
      CampaignDirectory directory, PackSearchSpaces spaces, SearchReports reports) {
    this.directory = directory;
    this.spaces = spaces;
    this.reports = reports;
  }

  /** What the search of a campaign found so far; empty if the campaign is not known. */
  public Optional<SearchReport> report(String campaignId) {
    List<DomainEvent> events =
        directory.events(campaignId, 0).stream().map(RecordedEvent::event).toList();
    return events.stream()
        .filter(DomainEvent.CampaignStarted.class::isInstance)
        .map(event -> ((DomainEvent.CampaignStarted) event).pack())
        .findFirst()
        .map(pack -> report(campaignId, pack, events));
  }

  private SearchReport report(String campaignId, BenchPack pack, List<DomainEvent> events) {
    long evaluated = events.stream().filter(DomainEvent.Evaluated.class::isInstance).count();
    return reports.of(
        campaignId,
        evaluated,
        "Search",
        pack.objectives() == null
            ? pack.objective().name() + ", candidate over baseline"
            : "of the baseline's score",
        () -> {
          Space space = spaces.spaceOf(pack);
          return new SearchReports.Trials(
              space,
              SearchedTrials.of(pack, space, events),
              SearchedTrials.tradeOffs(pack, events).orElse(null));
        });
  }

  /** Why the search of a campaign has ended; empty while it goes on. */
  public Optional<String> ended(String campaignId) {
    return directory.events(campaignId, 0).stream()
        .map(RecordedEvent::event)
        .filter(DomainEvent.SearchFinished.class::isInstance)
        .map(event -> ((DomainEvent.SearchFinished) event).reason())
        .findFirst();
  }

  /** Why the newest proposal of a campaign was made; empty before the first. */
  public Optional<String> newestReason(String campaignId) {
    return directory.events(campaignId, 0).stream()
        .map(RecordedEvent::event)
        .filter(DomainEvent.ProposalCreated.class::isInstance)
        .map(event -> ((DomainEvent.ProposalCreated) event).proposal().rationale())
        .reduce((older, newer) -> newer);
  }
}
