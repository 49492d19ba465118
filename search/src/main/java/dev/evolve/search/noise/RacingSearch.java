package dev.evolve.search.noise;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A search on measurements that are noisy: ask which samples to take, tell them, in any order and
 * as many requests at once as there are workers.
 *
 * <p>A new point is looked at with as few samples as its build makes worth while, and dropped as
 * soon as it is shown worse than the leader; the others get more, scenario by scenario (a t-race
 * against the leader: O. Maron, A. Moore, NIPS 1993; M. Birattari et al., GECCO 2002). After {@link
 * #close} the points that may be the best are raced on fresh samples, and the winner of that is
 * compared with the incumbent on samples that are fresh again, since whoever was chosen on samples
 * was lucky on them. {@link #verdict} names a point only if it was shown better than the incumbent;
 * else the incumbent stays and the verdict says that no difference was shown.
 *
 * <p>Deterministic: the same search, policy and journal give the same next request, in any process.
 * Confined to one thread.
 */
public final class RacingSearch {

  private static final int OUTAGES = 3;

  private final Search search;
  private final RacingPolicy policy;
  private final Point incumbent;
  private final NoiseModel noise;
  private final Judge judge;
  private final Screening screening;
  private final Map<Point, Race> races = new LinkedHashMap<>();
  private final List<Race> running = new ArrayList<>();
  private final Map<String, Race> byDigest = new LinkedHashMap<>();
  private final Map<Long, Open> open = new LinkedHashMap<>();
  private final List<RacingEntry> journal = new ArrayList<>();
  private final Account account = new Account();
  private @Nullable Ending ending;
  private boolean isClosed;
  private boolean isExhausted;
  private long asked;

  /** A request that waits for its result. */
  private record Open(MeasureRequest request, Race race, Rounds.@Nullable Turn turn) {}

  /**
   * A racing search that has measured nothing yet.
   *
   * @param search a fresh one; it belongs to this from now on
   * @param policy how samples are bought
   * @param scenarioWeights the weight of every scenario, in their order; at least one
   * @param incumbent the point to beat, such as the default; measured first
   */
  public RacingSearch(
      Search search, RacingPolicy policy, List<Double> scenarioWeights, Point incumbent) {
    if (scenarioWeights.isEmpty() || scenarioWeights.stream().anyMatch(weight -> !(weight > 0))) {
      throw new IllegalArgumentException(
          "wanted a positive weight for every scenario, found " + scenarioWeights);
    }
    this.search = search;
    this.policy = policy;
    this.incumbent = incumbent;
    this.noise = new NoiseModel(policy.priorWeight());
    this.judge = new Judge(scenarioWeights, noise);
    this.screening = new Screening(policy, judge, noise, account);
  }

  /**
   * The racing search that wrote a journal, as it was after the last entry.
   *
   * @param fresh made as the first one was: same space, strategy, seed, policy, scenarios,
   *     incumbent
   * @throws IllegalArgumentException if the journal is not of such a search
   */
  public static RacingSearch resume(RacingSearch fresh, List<RacingEntry> journal) {
    journal.forEach(fresh::replay);
    return fresh;
  }

  private void replay(RacingEntry entry) {
    switch (entry) {
      case RacingEntry.Asked wanted -> {
        Optional<MeasureRequest> again = next();
        if (!again.equals(Optional.of(wanted.request()))) {
          throw new IllegalArgumentException(
              "the journal is of another search: it asked for "
                  + wanted.request()
                  + ", this one for "
                  + again);
        }
      }
      case RacingEntry.Built built -> built(built.request(), built.digest(), built.buildSeconds());
      case RacingEntry.Told told -> tell(told.request(), told.result());
      case RacingEntry.Closed closed -> close();
    }
  }

  /**
   * The next samples to take. Empty if requests are open that must be told first, or if all is done
   * and {@link #verdict} has it.
   */
  public Optional<MeasureRequest> next() {
    Optional<Open> next = ending == null ? searching() : ending.next().map(this::turn);
    if (next.isEmpty() && ending == null && isDoneSearching()) {
      ending = new Ending(policy, judge, account, races, incumbent);
      next = ending.next().map(this::turn);
    }
    next.ifPresent(this::ask);
    return next.map(Open::request);
  }

  private boolean isDoneSearching() {
    return (isClosed || isExhausted) && open.isEmpty();
  }

  private void ask(Open next) {
    asked++;
    next.race().open++;
    open.put(next.request().number(), next);
    journal.add(new RacingEntry.Asked(next.request()));
  }

  private Optional<Open> searching() {
    running.removeIf(race -> race.state != Race.State.RUNNING);
    Optional<Race> waiting = running.stream().filter(Race::isWaiting).findFirst();
    if (waiting.isPresent()) {
      return waiting.map(race -> open(race, screening.plan(race)));
    }
    Optional<Screening.Plan> recheck = isClosed ? Optional.empty() : screening.recheck();
    if (recheck.isPresent()) {
      return recheck.map(plan -> open(screening.leaderOrThrow(), plan));
    }
    return isClosed ? Optional.empty() : newPoint().map(race -> open(race, screening.plan(race)));
  }

  private Optional<Race> newPoint() {
    if (!races.containsKey(incumbent)) {
      return Optional.of(enter(incumbent, Search.GIVEN));
    }
    Optional<Proposal> proposal = search.ask();
    while (proposal.isPresent() && races.containsKey(proposal.get().point())) {
      // The incumbent, which is being measured: the search is told with everybody's results.
      proposal = search.ask();
    }
    isExhausted = proposal.isEmpty() && search.open().isEmpty();
    return proposal.map(found -> enter(found.point(), found.strategy()));
  }

  private Race enter(Point point, String strategy) {
    Race race = new Race(point, strategy, judge.scenarios());
    races.put(point, race);
    running.add(race);
    screening.entered();
    return race;
  }

  private Open open(Race race, Screening.Plan plan) {
    return new Open(
        new MeasureRequest(
            asked,
            race.point,
            plan.scenario(),
            plan.samples(),
            !race.isBuilt,
            plan.purpose(),
            plan.reason()),
        race,
        null);
  }

  private Open turn(Rounds.Turn turn) {
    Ending here = java.util.Objects.requireNonNull(ending);
    return new Open(
        new MeasureRequest(
            asked,
            turn.race().point,
            turn.scenario(),
            turn.samples(),
            false,
            here.purpose(),
            here.reason(turn)),
        turn.race(),
        turn);
  }

  /**
   * Says what a request built, before it runs. If the same was built before, the request is
   * answered by that: it must not be run or told.
   *
   * @param request number of an open request that builds
   * @param digest of what was built: equal digests are equal programs
   * @param buildSeconds what the build took; what is told of the request later leaves it out
   * @return the point that has the same digest, if there is one
   */
  public Optional<Point> built(long request, String digest, double buildSeconds) {
    Open here = find(request);
    Race race = here.race();
    if (race.isBuilt) {
      throw new IllegalArgumentException(
          "request " + request + " was not to build: " + race.point + " is built already");
    }
    journal.add(new RacingEntry.Built(request, digest, buildSeconds));
    pay(race, new Cost(buildSeconds, 0));
    race.isBuilt = true;
    Race first = byDigest.putIfAbsent(digest, race);
    if (first == null) {
      return Optional.empty();
    }
    open.remove(request);
    race.open--;
    screening.twin(search, race, first);
    return Optional.of(first.point);
  }

  /**
   * Tells what came of a request.
   *
   * @throws IllegalArgumentException if no request of this number is open
   */
  public void tell(long request, MeasureResult result) {
    Open here = find(request);
    open.remove(request);
    journal.add(new RacingEntry.Told(request, result));
    Race race = here.race();
    race.open--;
    pay(race, result.cost());
    boolean isOutage =
        result instanceof MeasureResult.Failed failed
            && failed.reason() == Outcome.Reason.INFRASTRUCTURE
            && ++race.outages < OUTAGES;
    race.isBuilt |= result instanceof MeasureResult.Sampled;
    if (here.turn() != null && ending != null) {
      ending.tell(here.turn(), result, isOutage);
    } else if (!isOutage) {
      screening.tell(search, race, here.request().scenario(), result);
    }
  }

  private void pay(Race race, Cost cost) {
    race.pay(cost);
    account.pay(cost, ending != null);
  }

  private Open find(long request) {
    Open here = open.get(request);
    if (here == null) {
      throw new IllegalArgumentException(
          "no request " + request + " is open; open are " + open.keySet());
    }
    return here;
  }

  /** No new points from here on; what is open may still be told. */
  public void close() {
    if (!isClosed) {
      isClosed = true;
      journal.add(new RacingEntry.Closed());
    }
  }

  /** How it ended; empty until nothing is left to measure. */
  public Optional<Verdict> verdict() {
    return ending == null ? Optional.empty() : ending.verdict();
  }

  /** Requests that wait for their result, oldest first. */
  public List<MeasureRequest> open() {
    return open.values().stream().map(Open::request).toList();
  }

  /** The points that were looked at, in order; twins and failures included. */
  public List<Point> visited() {
    return List.copyOf(races.keySet());
  }

  /** The search underneath, to look at. */
  public Search search() {
    return search;
  }

  /** All that was paid. */
  public Cost paid() {
    return account.total();
  }

  /** What was paid after the search, to settle and to confirm. */
  public Cost paidToConfirm() {
    return account.ending();
  }

  /** Everything that happened, for {@link #resume}. */
  public List<RacingEntry> journal() {
    return Collections.unmodifiableList(journal);
  }
}
