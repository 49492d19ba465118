package dev.evolve.gates.statistics.change;

import java.util.List;

/**
 * The second stage: the commit before a suspected change and the suspect are run again, in pairs on
 * the same machine in the same minutes, and only these fresh runs decide. The history that raised
 * the suspicion is left out, since it was chosen for looking bad.
 *
 * <p>Order each pair by chance: then, if the two commits are alike, every way to deal the runs out
 * is equally likely whatever their distribution is, and the rank-sum bound is exact. There are two
 * looks; a share of {@value #FIRST_SHARE} of the error is spent on the first. A clear answer is
 * given after the first look, and so is a clear no: an estimate below half the floor.
 *
 * <p>Error: if the commits are alike, a round confirms with probability at most {@code alpha}; in
 * practice far more rarely, as the estimate must exceed the floor too.
 *
 * @param floor smallest relative change that matters, such as 0.02
 * @param alpha largest probability that a round confirms where there is nothing, in (0, 0.5)
 * @param firstLook pairs after which an early answer is sought
 * @param pairs pairs after which the round ends
 */
public record Confirmation(double floor, double alpha, int firstLook, int pairs) {

  /** What the project uses: 2 %, 1 %, and at most nine pairs. */
  public static final Confirmation DEFAULT = new Confirmation(0.02, 0.01, 5, 9);

  private static final double FIRST_SHARE = 0.4;
  private static final double HOPELESS = 0.5;

  public Confirmation {
    if (!(floor > 0 && floor < 1 && alpha > 0 && alpha < 0.5)) {
      throw new IllegalArgumentException(
          "wanted a floor in (0, 1) and a level in (0, 0.5), found " + List.of(floor, alpha));
    }
    if (firstLook < 3 || pairs <= firstLook || pairs > RankSum.EXACT) {
      throw new IllegalArgumentException(
          "wanted 3 <= first look < pairs <= "
              + RankSum.EXACT
              + ", found "
              + List.of(firstLook, pairs));
    }
  }

  /** What a look at the fresh runs says. */
  public enum Outcome {
    /** There is a change of at least the floor: an alert. */
    CONFIRMED,
    /** No change of that size: the environment or chance. */
    REFUTED,
    /** The first look was not clear: go on to the last. */
    MEASURE_MORE,
    /** A change may be there, and it takes more runs than a round has. */
    UNDECIDED
  }

  /**
   * The answer.
   *
   * @param outcome what to do
   * @param shift after over before, with bounds at the level of this look
   * @param pairs pairs that were run
   */
  public record Judgement(Outcome outcome, Shift shift, int pairs) {}

  /**
   * Judges the fresh runs of a round.
   *
   * @param before runs of the commit before the suspect, {@code firstLook} or {@code pairs} of them
   * @param after runs of the suspect, as many
   * @param direction the way of the suspicion; a change the other way refutes it
   */
  public Judgement judge(double[] before, double[] after, Direction direction) {
    if (before.length != after.length || (before.length != firstLook && before.length != pairs)) {
      throw new IllegalArgumentException(
          "wanted "
              + firstLook
              + " or "
              + pairs
              + " runs of each commit, found "
              + before.length
              + " and "
              + after.length);
    }
    boolean isFirst = before.length == firstLook;
    double level = alpha * (isFirst ? FIRST_SHARE : 1 - FIRST_SHARE);
    Shift shift = Shift.of(before, after, level);
    return new Judgement(outcome(shift, direction, isFirst), shift, before.length);
  }

  private Outcome outcome(Shift shift, Direction direction, boolean isFirst) {
    double least = Math.log1p(floor);
    double bound =
        direction.sign() * Math.log(direction == Direction.UP ? shift.low() : shift.high());
    double estimate = direction.sign() * Math.log(shift.ratio());
    if (bound > 0 && estimate >= least) {
      return Outcome.CONFIRMED;
    }
    if (estimate < (isFirst ? HOPELESS * least : least)) {
      return Outcome.REFUTED;
    }
    return isFirst ? Outcome.MEASURE_MORE : Outcome.UNDECIDED;
  }
}
