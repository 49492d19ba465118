package dev.evolve.search.noise;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Which contenders go on: a contender is out once it is shown worse than the best; the rounds are
 * over once the best is alone, or once no contender is likely to be better by more than the
 * tolerance (an indifference zone, R. E. Bechhofer, Annals of Mathematical Statistics 25, 1954).
 */
final class SettleRule implements Rounds.Rule {

  private final RacingPolicy policy;
  private final BooleanSupplier isPaidOut;
  private @org.jspecify.annotations.Nullable Rounds rounds;
  private List<Race> survivors = List.of();

  /**
   * A rule.
   *
   * @param isPaidOut true once the rounds have cost all that they may
   */
  SettleRule(RacingPolicy policy, BooleanSupplier isPaidOut) {
    this.policy = policy;
    this.isPaidOut = isPaidOut;
  }

  void judges(Rounds judged) {
    rounds = judged;
  }

  @Override
  public List<Race> after(List<Race> active, int fresh) {
    Rounds here = java.util.Objects.requireNonNull(rounds);
    Race best = here.best(active);
    survivors =
        active.stream()
            .filter(race -> race == best || !here.compare(race, best).isAbove(0, policy.dropRisk()))
            .toList();
    boolean isOver =
        survivors.size() == 1
            || fresh >= policy.settleSamples()
            || isPaidOut.getAsBoolean()
            || regret(here, best, here.hidden(fresh)) < policy.settleRisk();
    return isOver ? List.of() : survivors;
  }

  /** Chance that one of the others is better by more than the tolerance. */
  private double regret(Rounds here, Race best, double hidden) {
    double tolerance = policy.settleTolerance() - hidden;
    return survivors.stream()
        .filter(race -> race != best)
        .mapToDouble(race -> here.compare(race, best).chanceBelow(-tolerance))
        .sum();
  }

  /** Who was left at the last look. */
  List<Race> survivors() {
    return survivors;
  }
}
