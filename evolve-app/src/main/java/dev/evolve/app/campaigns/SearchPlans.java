package dev.evolve.app.campaigns;

import dev.evolve.campaign.CampaignMemory;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.tuning.LimitsWish;
import dev.evolve.tuning.PackSearchSpaces;
import dev.evolve.tuning.SearchLimits;
import dev.evolve.tuning.SearchPlan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fixes how a new campaign searches, with what earlier campaigns on its pack say, and what the
 * knowledge graph holds of it from imports and other machines. Where the graph does not answer, the
 * campaign starts from the log alone and its note says so.
 */
public final class SearchPlans {

  private static final Logger LOG = LoggerFactory.getLogger(SearchPlans.class);

  private final CampaignDirectory directory;
  private final PackSearchSpaces spaces;
  private final TrialStore trials;
  private final Supplier<HardwareProfile> hardware;
  private final InstantSource clock;

  /**
   * @param directory the events of earlier campaigns
   * @param spaces the spaces of packs
   * @param trials the memory of trials, for imports and other machines
   * @param hardware this machine
   * @param clock tells how old they are
   */
  public SearchPlans(
      CampaignDirectory directory,
      PackSearchSpaces spaces,
      TrialStore trials,
      Supplier<HardwareProfile> hardware,
      InstantSource clock) {
    this.directory = directory;
    this.spaces = spaces;
    this.trials = trials;
    this.hardware = hardware;
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
        new SearchPlan(
            strategy, parallel == null ? 1 : parallel, limits(pack, wish.limits()), null, null);
    return wish.forgets()
        ? plan.remembering(Prior.NONE, "a cold start, as asked for")
        : remembering(plan, pack);
  }

  private static @Nullable SearchLimits limits(BenchPack pack, @Nullable LimitsWish wish) {
    SearchLimits limits = (wish == null ? LimitsWish.NONE : wish).over(pack.budget());
    return limits.equals(SearchLimits.NONE) ? null : limits;
  }

  private SearchPlan remembering(SearchPlan plan, BenchPack pack) {
    Space space = spaces.spaceOf(pack);
    List<String> ids = directory.campaigns();
    List<List<DomainEvent>> campaigns =
        ids.stream()
            .map(id -> directory.events(id, 0).stream().map(RecordedEvent::event).toList())
            .toList();
    Instant now = clock.instant();
    Prior logged = CampaignMemory.of(pack, space, campaigns, now);
    try {
      List<TrialSet> sets = trials.trials(pack.name(), "");
      Prior prior =
          CampaignMemory.with(logged, space, sets, hardware.get().id(), Set.copyOf(ids), now);
      return prior.isEmpty()
          ? withFamily(plan, pack, space, now)
          : plan.remembering(prior, CampaignMemory.note(pack, prior));
    } catch (EvolveException e) {
      LOG.warn("a campaign on {} starts without the graph: {}", pack.name(), e.getMessage());
      return plan.remembering(logged, CampaignMemory.note(pack, logged) + without(e));
    }
  }

  private SearchPlan withFamily(SearchPlan plan, BenchPack pack, Space space, Instant now) {
    List<String> knobs = space.parameters().stream().map(Parameter::name).toList();
    Prior family =
        CampaignMemory.ofFamily(trials.family(pack.name(), knobs, CampaignMemory.MOST_FAMILY), now);
    return plan.remembering(family, CampaignMemory.note(pack, family));
  }

  private static String without(EvolveException why) {
    return "; imports and other machines were not asked, since the knowledge graph did not answer: "
        + why.getMessage();
  }
}
