package dev.evolve.app.campaigns;

import dev.evolve.campaign.CampaignMemory;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.pack.BenchPack;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.tuning.PackSearchSpaces;
import dev.evolve.tuning.SearchPlan;
import java.time.InstantSource;
import java.util.List;

/** Fixes how a new campaign searches, with what earlier campaigns on its pack say. */
public final class SearchPlans {

  private final CampaignDirectory directory;
  private final PackSearchSpaces spaces;
  private final InstantSource clock;

  /**
   * @param directory the events of earlier campaigns
   * @param spaces the spaces of packs
   * @param clock tells how old they are
   */
  public SearchPlans(CampaignDirectory directory, PackSearchSpaces spaces, InstantSource clock) {
    this.directory = directory;
    this.spaces = spaces;
    this.clock = clock;
  }

  /**
   * The plan of a campaign.
   *
   * @throws IllegalArgumentException if there is no such strategy or a limit makes no sense
   */
  SearchPlan of(BenchPack pack, CampaignService.SearchWish wish) {
    String strategy = wish.strategy() == null ? Strategies.DEFAULT : wish.strategy();
    if (!Strategies.names().contains(strategy)) {
      throw new IllegalArgumentException(
          "no strategy '" + strategy + "'; there are " + String.join(", ", Strategies.names()));
    }
    Integer parallel = wish.parallel();
    SearchPlan plan =
        new SearchPlan(strategy, parallel == null ? 1 : parallel, wish.limits(), null, null);
    return wish.forgets()
        ? plan.remembering(Prior.NONE, "a cold start, as asked for")
        : remembering(plan, pack);
  }

  private SearchPlan remembering(SearchPlan plan, BenchPack pack) {
    Space space = spaces.spaceOf(pack);
    List<List<DomainEvent>> campaigns =
        directory.campaigns().stream()
            .map(id -> directory.events(id, 0).stream().map(RecordedEvent::event).toList())
            .toList();
    Prior prior = CampaignMemory.of(pack, space, campaigns, clock.instant());
    return plan.remembering(prior, CampaignMemory.note(pack, prior));
  }
}
