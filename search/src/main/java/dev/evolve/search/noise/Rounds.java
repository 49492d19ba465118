package dev.evolve.search.noise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Buys fresh samples of some points turn about, so that a machine that drifts wrongs none of them,
 * and asks a rule at every look (after 16, 32, 64 ... samples of each) which points go on.
 */
final class Rounds {

  /** A part of a round. */
  record Turn(Race race, int scenario, int samples) {}

  /** What a look decides. */
  interface Rule {
    /**
     * The points that go on.
     *
     * @param active at least one
     * @param fresh samples of each so far
     * @return empty if the rounds are over
     */
    List<Race> after(List<Race> active, int fresh);
  }

  private static final int TURNS = 8;

  private final Judge judge;
  private final Rule rule;
  private final java.util.Map<Race, Samples> fresh = new java.util.IdentityHashMap<>();
  private final Deque<Turn> turns = new ArrayDeque<>();
  private List<Race> active;
  private int outstanding;
  private int look = RacingPolicy.FIRST_LOOK;
  private boolean isOver;

  Rounds(Judge judge, List<Race> racers, Rule rule) {
    this.judge = judge;
    this.rule = rule;
    this.active = List.copyOf(racers);
    racers.forEach(race -> fresh.put(race, new Samples(judge.scenarios())));
  }

  /** What to buy next; empty if the rounds are over or wait for results. */
  Optional<Turn> next() {
    while (!isOver && turns.isEmpty() && outstanding == 0) {
      decide();
    }
    Optional<Turn> turn = Optional.ofNullable(turns.poll());
    outstanding += turn.isPresent() ? 1 : 0;
    return turn;
  }

  private void decide() {
    int have = active.stream().mapToInt(race -> samples(race).fewest()).min().orElse(0);
    if (active.isEmpty()) {
      isOver = true;
      return;
    }
    if (have >= look) {
      look *= 2;
      List<Race> left = rule.after(active, have);
      isOver = left.isEmpty();
      active = isOver ? active : left;
    }
    if (!isOver) {
      addTurns();
    }
  }

  private void addTurns() {
    int chunk = Math.max(RacingPolicy.CHUNK, look / TURNS);
    for (int scenario = 0; scenario < judge.scenarios(); scenario++) {
      for (Race race : active) {
        turns.add(new Turn(race, scenario, chunk));
      }
    }
  }

  void tell(Race race, int scenario, List<Double> values) {
    outstanding--;
    judge.add(samples(race), scenario, values);
  }

  /** The machine failed: the turn comes again. */
  void again(Turn turn) {
    outstanding--;
    turns.add(turn);
  }

  /** The point gave no value: it is out. */
  void drop(Race race) {
    outstanding--;
    List<Race> left = new ArrayList<>(active);
    left.remove(race);
    active = List.copyOf(left);
    turns.removeIf(turn -> turn.race() == race);
  }

  /** True if results are out that must be told before it goes on. */
  boolean isWaiting() {
    return outstanding > 0;
  }

  /** Who is left, in the order given. */
  List<Race> active() {
    return active;
  }

  Samples samples(Race race) {
    return java.util.Objects.requireNonNull(fresh.get(race));
  }

  Comparison compare(Race first, Race second) {
    return judge.compare(samples(first), samples(second));
  }

  /** By how much a rare run that was not met yet would move a mean. */
  double hidden(int fresh) {
    return judge.hidden(fresh);
  }

  /** Who of the active is best on the fresh samples; the first of equals. */
  Race best(List<Race> among) {
    return among.stream()
        .min(java.util.Comparator.comparingDouble(race -> judge.score(samples(race))))
        .orElseThrow();
  }
}
