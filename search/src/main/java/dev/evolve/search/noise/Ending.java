package dev.evolve.search.noise;

import dev.evolve.search.space.Point;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What follows the search. Moves: SETTLING (contenders raced on fresh samples) to CONFIRMING
 * (winner against incumbent on samples that are fresh again) to over; a step with nothing to
 * compare is skipped.
 */
final class Ending {

  private final RacingPolicy policy;
  private final Judge judge;
  private final Account account;
  private final @Nullable Race incumbent;
  private final Point incumbentPoint;
  private final SettleRule settleRule;
  private final Rounds settling;
  private @Nullable ConfirmRule confirmRule;
  private @Nullable Rounds confirming;
  private @Nullable Race winner;
  private @Nullable Verdict verdict;

  Ending(
      RacingPolicy policy,
      Judge judge,
      Account account,
      Map<Point, Race> races,
      Point incumbentPoint) {
    this.policy = policy;
    this.judge = judge;
    this.account = account;
    this.incumbentPoint = incumbentPoint;
    this.incumbent = races.get(incumbentPoint);
    this.settleRule = new SettleRule(policy, spent(account, policy));
    this.settling = new Rounds(judge, contenders(races), settleRule);
    settleRule.judges(settling);
  }

  /** True once a share of what the search has cost is spent from here on. */
  private static BooleanSupplier spent(Account account, RacingPolicy policy) {
    double search = account.total().seconds() - account.ending().seconds();
    double limit = account.ending().seconds() + policy.settleShare() * search;
    return () -> account.ending().seconds() >= limit;
  }

  private List<Race> contenders(Map<Point, Race> races) {
    List<Race> works =
        races.values().stream()
            .filter(race -> race.state == Race.State.STAYED)
            .sorted(Comparator.comparingDouble(race -> judge.score(race.samples)))
            .toList();
    return works.stream()
        .filter(race -> mayBeBest(race, works.getFirst()))
        .limit(policy.contenders())
        .toList();
  }

  private boolean mayBeBest(Race race, Race leader) {
    return race == leader
        || !judge.compare(race.samples, leader.samples).isAbove(0, policy.dropRisk());
  }

  Optional<Rounds.Turn> next() {
    if (verdict != null) {
      return Optional.empty();
    }
    if (confirming == null) {
      Optional<Rounds.Turn> turn =
          settling.active().size() > 1 ? settling.next() : Optional.empty();
      if (turn.isPresent() || isSettlingOpen()) {
        return turn;
      }
      startConfirming();
    }
    return confirmingNext();
  }

  private boolean isSettlingOpen() {
    return settling.isWaiting();
  }

  private void startConfirming() {
    List<Race> left = survivors();
    winner = left.size() > 1 ? settling.best(left) : left.isEmpty() ? null : left.getFirst();
    if (winner != null && incumbent != null && winner != incumbent && incumbent.failure == null) {
      confirmRule = new ConfirmRule(policy, winner, incumbent, spent(account, policy));
      confirming = new Rounds(judge, List.of(winner, incumbent), confirmRule);
      confirmRule.judges(confirming);
    }
  }

  /** Who may be the best and has not failed since. */
  private List<Race> survivors() {
    List<Race> works = settling.active().stream().filter(race -> race.failure == null).toList();
    List<Race> kept = settleRule.survivors().stream().filter(works::contains).toList();
    return kept.isEmpty() ? works : kept;
  }

  private Optional<Rounds.Turn> confirmingNext() {
    Optional<Rounds.Turn> turn = confirming == null ? Optional.empty() : confirming.next();
    if (turn.isPresent() || (confirming != null && confirming.isWaiting())) {
      return turn;
    }
    if (winner != null && winner.failure != null && !survivors().isEmpty()) {
      confirming = null;
      confirmRule = null;
      startConfirming();
      return confirmingNext();
    }
    verdict = conclude();
    return Optional.empty();
  }

  void tell(Rounds.Turn turn, MeasureResult result, boolean isOutage) {
    Rounds rounds = confirming == null ? settling : confirming;
    switch (result) {
      case MeasureResult.Sampled sampled -> {
        account.count(sampled.values().size());
        rounds.tell(turn.race(), turn.scenario(), sampled.values());
      }
      case MeasureResult.Failed failed -> {
        if (isOutage) {
          rounds.again(turn);
        } else {
          turn.race().failure = failed;
          rounds.drop(turn.race());
        }
      }
    }
  }

  Purpose purpose() {
    return confirming == null ? Purpose.SETTLE : Purpose.CONFIRM;
  }

  String reason(Rounds.Turn turn) {
    return confirming == null
        ? "one of " + settling.active().size() + " points that may be the best"
        : turn.race() == winner
            ? "the winner, on samples that did not choose it"
            : "the incumbent, beside the winner";
  }

  Optional<Verdict> verdict() {
    return Optional.ofNullable(verdict);
  }

  private Verdict conclude() {
    Race best = winner != null && winner.failure == null ? winner : null;
    boolean hasIncumbent = incumbent != null && incumbent.failure == null;
    if (best == null && !hasIncumbent) {
      return verdict(Verdict.Standing.NOTHING_WORKS, null, null, "no point gave a value");
    }
    if (best == null) {
      String sentence = "the incumbent stays: no other point works";
      return verdict(Verdict.Standing.NO_DIFFERENCE_SHOWN, incumbent, incumbent, sentence);
    }
    if (!hasIncumbent) {
      String sentence = best.point + " works and the incumbent " + incumbentPoint + " does not";
      return verdict(Verdict.Standing.INCUMBENT_FAILED, best, best, sentence);
    }
    boolean isShown = confirmRule != null && confirmRule.isShown();
    return verdict(
        isShown ? Verdict.Standing.IMPROVED : Verdict.Standing.NO_DIFFERENCE_SHOWN,
        isShown ? best : incumbent,
        best,
        sentence(best, isShown));
  }

  private String sentence(Race best, boolean isShown) {
    Comparison gain = confirmRule == null ? null : confirmRule.gain();
    if (best == incumbent || gain == null) {
      return "the incumbent stays: no point did better on fresh samples";
    }
    String range =
        String.format(
            java.util.Locale.ROOT,
            "%.2f %% (95 %%: %.2f to %.2f %%)",
            percent(gain.difference()),
            percent(gain.upper(0.025)),
            percent(gain.lower(0.025)));
    return isShown
        ? best.point + " is better than the incumbent by " + range
        : "no difference shown: " + best.point + " against the incumbent " + range;
  }

  /** How much smaller, in percent, a logarithmic difference is. */
  private static double percent(double difference) {
    return -100 * Math.expm1(difference);
  }

  private Verdict verdict(
      Verdict.Standing standing, @Nullable Race named, @Nullable Race best, String sentence) {
    List<Point> ties = best == null ? List.of() : ties(best);
    return new Verdict(
        standing,
        named == null ? null : named.point,
        best == null ? null : best.point,
        incumbentPoint,
        confirmRule == null ? null : confirmRule.gain(),
        ties,
        ties.isEmpty()
            ? sentence
            : sentence + "; " + ties.size() + " more not shown worse than the best: " + ties);
  }

  private List<Point> ties(Race best) {
    return survivors().stream().filter(race -> race != best).map(race -> race.point).toList();
  }
}
