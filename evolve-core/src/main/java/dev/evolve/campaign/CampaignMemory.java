package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.pack.BenchPack;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What earlier campaigns on a pack say to a new one, read from their events. Pure. */
public final class CampaignMemory {

  /** Most campaigns that are remembered, the newest ones. */
  static final int MOST_CAMPAIGNS = 8;

  /** Most configurations that are remembered of one. */
  static final int MOST_TRIALS = 96;

  private static final int FEWEST_TRIALS = 4;
  private static final double SECONDS_PER_DAY = 86_400;

  private CampaignMemory() {}

  /**
   * What is remembered of a pack: a source for every campaign on one of its name and knobs.
   *
   * @param pack what is to be tuned
   * @param space its space
   * @param campaigns the events of each campaign, the oldest campaign first
   * @param now when it is asked for
   */
  public static Prior of(
      BenchPack pack, Space space, List<List<DomainEvent>> campaigns, Instant now) {
    List<KnownSpace> sources = new ArrayList<>();
    for (List<DomainEvent> events : campaigns.reversed()) {
      if (sources.size() < MOST_CAMPAIGNS) {
        source(pack, space, events, now).ifPresent(sources::add);
      }
    }
    return new Prior(sources).bounded(MOST_CAMPAIGNS, MOST_TRIALS);
  }

  private static Optional<KnownSpace> source(
      BenchPack pack, Space space, List<DomainEvent> events, Instant now) {
    return events.stream()
        .filter(DomainEvent.CampaignStarted.class::isInstance)
        .map(DomainEvent.CampaignStarted.class::cast)
        .filter(
            it -> it.pack().name().equals(pack.name()) && it.pack().knobs().equals(pack.knobs()))
        .findFirst()
        .flatMap(started -> source(started, space, events, now));
  }

  private static Optional<KnownSpace> source(
      DomainEvent.CampaignStarted started, Space space, List<DomainEvent> events, Instant now) {
    Map<List<String>, KnownTrial> known = new LinkedHashMap<>();
    for (Trial trial : SearchedTrials.of(started.pack(), space, events)) {
      if (!trial.strategy().equals(Search.GIVEN)) {
        known(space, trial).ifPresent(it -> known.put(it.values(), it));
      }
    }
    if (known.size() < FEWEST_TRIALS) {
      return Optional.empty();
    }
    double days = Duration.between(started.at(), now).toSeconds() / SECONDS_PER_DAY;
    return Optional.of(
        new KnownSpace(
            started.campaignId() + " on " + started.hardware().cpuModel(),
            Math.max(0, days),
            space.parameters().stream().map(Parameter::name).toList(),
            List.copyOf(known.values())));
  }

  private static Optional<KnownTrial> known(Space space, Trial trial) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      values.add(space.parameters().get(i).at(trial.point().place(i)));
    }
    return switch (trial.outcome()) {
      case Outcome.Measured measured -> Optional.of(KnownTrial.ran(values, measured.value()));
      case Outcome.Failed failed ->
          failed.reason() == Outcome.Reason.INFRASTRUCTURE
              ? Optional.empty()
              : Optional.of(KnownTrial.failed(values));
    };
  }

  /** What a prior holds, a phrase for people. */
  public static String note(BenchPack pack, Prior prior) {
    return prior.isEmpty()
        ? "nothing is remembered of " + pack.name() + ": a cold start"
        : "remembers " + String.join(", ", prior.sources().stream().map(KnownSpace::name).toList());
  }
}
