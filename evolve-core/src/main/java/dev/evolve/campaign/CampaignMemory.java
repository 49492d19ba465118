package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.pack.BenchPack;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What earlier campaigns on a pack, read from their events, and sets of trials from the knowledge
 * graph say to a new campaign. Pure.
 */
public final class CampaignMemory {

  /** Most campaigns that are remembered, the newest ones. */
  static final int MOST_CAMPAIGNS = 8;

  /** Most configurations that are remembered of one. */
  static final int MOST_TRIALS = 96;

  /** Most sets of the knowledge graph that are remembered besides, the newest ones. */
  static final int MOST_SETS = 8;

  /** Most sets of other kernels of the family that stand in where nothing else is remembered. */
  public static final int MOST_FAMILY = 4;

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
    return CampaignTrials.known(values, trial.outcome());
  }

  /**
   * A prior of campaigns and, after them, what the knowledge graph holds beside them: imports, and
   * campaigns on other machines. Campaigns on this machine and campaigns in the log are left out,
   * since the log speaks for them; so are sets that turn no knob of the space.
   *
   * @param campaigns what {@link #of} made
   * @param space the space of the pack
   * @param sets what the graph holds of the pack; of the newest {@value #MOST_SETS} the best trials
   *     and a spread of the others are taken
   * @param hardwareId this machine
   * @param logged ids of the campaigns in the log
   * @param now when it is asked for
   */
  public static Prior with(
      Prior campaigns,
      Space space,
      List<TrialSet> sets,
      String hardwareId,
      Set<String> logged,
      Instant now) {
    Set<String> knobs =
        space.parameters().stream().map(Parameter::name).collect(Collectors.toSet());
    List<KnownSpace> beside =
        sets.stream()
            .filter(set -> !isOfTheLog(set, hardwareId, logged))
            .filter(set -> set.parameters().stream().anyMatch(knobs::contains))
            .filter(set -> set.trials().size() >= FEWEST_TRIALS)
            .sorted(Comparator.comparing(TrialSet::at).reversed().thenComparing(TrialSet::id))
            .map(set -> source(set, now))
            .toList();
    List<KnownSpace> all = new ArrayList<>(campaigns.sources());
    all.addAll(new Prior(beside).bounded(MOST_SETS, MOST_TRIALS).sources());
    return new Prior(all);
  }

  /**
   * What to start from where nothing is remembered of a pack: other kernels of its family, on any
   * machine. They are believed as everything else is, for as long as they agree with what is
   * measured.
   *
   * @param family sets of other kernels that share knobs with the space, the likest first
   * @param now when it is asked for
   */
  public static Prior ofFamily(List<TrialSet> family, Instant now) {
    return new Prior(
            family.stream()
                .filter(set -> set.trials().size() >= FEWEST_TRIALS)
                .map(set -> relative(set, now))
                .toList())
        .bounded(MOST_FAMILY, MOST_TRIALS);
  }

  private static KnownSpace relative(TrialSet set, Instant now) {
    KnownSpace known = source(set, now);
    return new KnownSpace(
        set.kernel() + ": " + known.name(), known.ageDays(), known.parameters(), known.trials());
  }

  private static boolean isOfTheLog(TrialSet set, String hardwareId, Set<String> logged) {
    String origin = set.provenance();
    return origin.startsWith(CampaignTrials.ORIGIN)
        && (set.hardwareId().equals(hardwareId)
            || logged.contains(origin.substring(CampaignTrials.ORIGIN.length())));
  }

  private static KnownSpace source(TrialSet set, Instant now) {
    KnownSpace known = set.source(now);
    return new KnownSpace(
        set.provenance() + " on " + known.name(),
        known.ageDays(),
        known.parameters(),
        known.trials());
  }

  /** What a prior holds, a phrase for people. */
  public static String note(BenchPack pack, Prior prior) {
    return prior.isEmpty()
        ? "nothing is remembered of " + pack.name() + ": a cold start"
        : "remembers " + String.join(", ", prior.sources().stream().map(KnownSpace::name).toList());
  }
}
