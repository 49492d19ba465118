package dev.evolve.search.noise;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the winner is better than the incumbent, on samples that chose neither. The risk of a
 * false claim is split evenly over the looks (Bonferroni), so looking often does not raise it.
 */
final class ConfirmRule implements Rounds.Rule {

  private final RacingPolicy policy;
  private final Race winner;
  private final Race incumbent;
  private final BooleanSupplier isPaidOut;
  private @Nullable Rounds rounds;
  private @Nullable Comparison gain;
  private boolean isShown;

  /**
   * A rule.
   *
   * @param isPaidOut true once the comparison has cost all that it may
   */
  ConfirmRule(RacingPolicy policy, Race winner, Race incumbent, BooleanSupplier isPaidOut) {
    this.isPaidOut = isPaidOut;
    this.policy = policy;
    this.winner = winner;
    this.incumbent = incumbent;
  }

  void judges(Rounds judged) {
    rounds = judged;
  }

  @Override
  public List<Race> after(List<Race> active, int fresh) {
    if (active.size() < 2) {
      return List.of();
    }
    Rounds here = Objects.requireNonNull(rounds);
    Comparison seen = here.compare(winner, incumbent);
    double hidden = here.hidden(fresh);
    gain = seen;
    isShown = seen.isBelow(-policy.leastGain() - hidden, policy.claimRisk() / looks());
    boolean isFutile = seen.isAbove(-policy.futileGain() + hidden, policy.settleRisk());
    boolean isSpent = fresh >= policy.claimSamples() || isPaidOut.getAsBoolean();
    return isShown || isFutile || isSpent ? List.of() : active;
  }

  private int looks() {
    int looks = 1;
    for (int n = RacingPolicy.FIRST_LOOK; n < policy.claimSamples(); n *= 2) {
      looks++;
    }
    return looks;
  }

  boolean isShown() {
    return isShown;
  }

  @Nullable Comparison gain() {
    return gain;
  }
}
