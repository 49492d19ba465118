package dev.evolve.search.noise;

import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The race while the search goes on: how many samples a point gets, and when it is out. */
final class Screening {

  /** Samples to take of a point. */
  record Plan(int scenario, int samples, Purpose purpose, String reason) {}

  private static final double NOISE_KNOWN = 16;

  private final RacingPolicy policy;
  private final Judge judge;
  private final NoiseModel noise;
  private final Account account;
  private @Nullable Race leader;
  private int sinceRecheck;

  Screening(RacingPolicy policy, Judge judge, NoiseModel noise, Account account) {
    this.policy = policy;
    this.judge = judge;
    this.noise = noise;
    this.account = account;
  }

  void entered() {
    sinceRecheck++;
  }

  Race leaderOrThrow() {
    return Objects.requireNonNull(leader);
  }

  /** What a point that runs gets next. */
  Plan plan(Race race) {
    int scenario = race.samples.neediest();
    int have = race.samples.count(scenario);
    if (have == 0) {
      int first = first();
      return new Plan(
          scenario,
          first,
          race.samples.total() == 0 ? Purpose.SCREEN : Purpose.RACE,
          "first look at scenario " + scenario + ": " + first + " samples, as the build is dear");
    }
    int more = Math.max(1, Math.min(have, target(race) - have));
    String reason = "not shown worse than the leader after " + have + " samples";
    return new Plan(scenario, more, Purpose.RACE, reason);
  }

  /** As many as cost a small share of a build; two while the noise is not known yet. */
  private int first() {
    int worth = (int) Math.round(policy.buildShare() * account.samplesPerBuild());
    int least = noise.degrees() < NOISE_KNOWN || noise.isFirstOdd() ? 2 : 1;
    return Math.clamp(worth, least, policy.raceSamples());
  }

  /** Samples of the leader, if it is time to look at it again. */
  Optional<Plan> recheck() {
    if (leader == null || leader.open > 0 || sinceRecheck < policy.recheckEvery()) {
      return Optional.empty();
    }
    sinceRecheck = 0;
    return Optional.of(
        new Plan(
            leader.samples.neediest(),
            policy.raceSamples(),
            Purpose.LEADER,
            policy.recheckEvery() + " points were looked at since the leader was"));
  }

  private int target(Race race) {
    return wouldLead(race) ? 2 * policy.raceSamples() : policy.raceSamples();
  }

  private boolean wouldLead(Race race) {
    return leader == null
        || race == leader
        || (race.samples.total() > 0 && judge.score(race.samples) < judge.score(leader.samples));
  }

  /** Takes a result in. */
  void tell(Search search, Race race, int scenario, MeasureResult result) {
    switch (result) {
      case MeasureResult.Failed failed -> fail(search, race, failed);
      case MeasureResult.Sampled sampled -> {
        account.count(sampled.values().size());
        judge.add(race.samples, scenario, sampled.values());
        judge.refer(race.samples);
        decide(search, race);
      }
    }
  }

  private void fail(Search search, Race race, MeasureResult.Failed failed) {
    race.failure = failed;
    boolean wasTold = race.state != Race.State.RUNNING;
    race.state = Race.State.FAILED;
    if (race == leader) {
      leader = null;
    }
    if (!wasTold) {
      tellSearch(search, race);
    }
  }

  private void decide(Search search, Race race) {
    if (race.state != Race.State.RUNNING) {
      return;
    }
    if (isHopeless(race)) {
      race.state = Race.State.DROPPED;
      tellSearch(search, race);
    } else if (race.samples.fewest() >= target(race)) {
      race.state = Race.State.STAYED;
      lead(race);
      tellSearch(search, race);
    }
  }

  private boolean isHopeless(Race race) {
    return leader != null
        && judge.compare(race.samples, leader.samples).isAbove(0, policy.dropRisk());
  }

  private void lead(Race race) {
    if (leader == null) {
      leader = race;
    } else {
      judge.learnSpread(race.samples, leader.samples);
      leader = judge.score(race.samples) < judge.score(leader.samples) ? race : leader;
    }
  }

  /** A point whose build equals that of another shares what comes of it. */
  void twin(Search search, Race race, Race first) {
    race.state = Race.State.TWIN;
    if (first.state == Race.State.RUNNING) {
      first.twins.add(race);
    } else {
      search.tell(trial(race, first));
    }
  }

  private void tellSearch(Search search, Race race) {
    search.tell(trial(race, race));
    race.twins.forEach(twin -> search.tell(trial(twin, race)));
    race.twins.clear();
  }

  private Trial trial(Race race, Race measured) {
    return new Trial(race.point, outcome(measured), race.paid(), race.strategy);
  }

  private Outcome outcome(Race race) {
    MeasureResult.Failed failure = race.failure;
    return failure == null
        ? judge.measured(race.samples)
        : new Outcome.Failed(failure.reason(), failure.message());
  }
}
