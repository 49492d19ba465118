package dev.evolve.gates.statistics.change;

import java.util.List;

/**
 * How sensitive the online detector is. It only raises suspects, so it is set to miss little; what
 * keeps false alerts away is the confirmation.
 *
 * @param floor smallest relative change that matters, such as 0.02
 * @param minimumSegment commits that a level needs before anything is judged against it
 * @param window commits that the reference looks back
 * @param clip most that one commit can add to the evidence, in standard deviations; below the
 *     threshold, so that no single commit raises a suspect
 * @param slack evidence that a commit must bring to count at all, in standard deviations
 * @param threshold evidence at which a suspect is raised, in standard deviations
 * @param rounds confirmations of one suspect that may end undecided before it is dropped
 */
public record DetectorPolicy(
    double floor,
    int minimumSegment,
    int window,
    double clip,
    double slack,
    double threshold,
    int rounds) {

  /** What the project uses. */
  public static final DetectorPolicy DEFAULT = new DetectorPolicy(0.02, 12, 40, 2, 0.5, 2.1, 3);

  public DetectorPolicy {
    if (!(floor > 0 && floor < 1) || minimumSegment < 5 || window < minimumSegment || rounds < 1) {
      throw new IllegalArgumentException(
          "wanted a floor in (0, 1), 5 <= minimum segment <= window and at least one round, found "
              + List.of(floor, minimumSegment, window, rounds));
    }
    if (!(slack > 0 && clip > 0 && threshold > clip)) {
      throw new IllegalArgumentException(
          "wanted a positive slack and 0 < clip < threshold, found "
              + List.of(slack, clip, threshold));
    }
  }

  /** The same for another floor. */
  public DetectorPolicy withFloor(double other) {
    return new DetectorPolicy(other, minimumSegment, window, clip, slack, threshold, rounds);
  }
}
