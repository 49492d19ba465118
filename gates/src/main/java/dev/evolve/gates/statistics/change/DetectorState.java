package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
import java.util.List;

/**
 * What the online detector remembers of a series; plain values, so that it can be stored as JSON.
 *
 * @param commits commits seen so far
 * @param segmentStart first commit of the present level
 * @param pinned the commit that slow drift is measured from: the start of the level, or a release
 * @param anchor logarithms of the first commits from the pinned one on; their median is the
 *     baseline, which therefore moves only with a confirmed change or a new pin
 * @param recent logarithms of the newest commits of the level, oldest first
 * @param up evidence for a step up
 * @param down evidence for a step down
 * @param driftAsked number of commits when drift was last put to the test
 */
public record DetectorState(
    long commits,
    long segmentStart,
    long pinned,
    List<Double> anchor,
    List<Double> recent,
    Evidence up,
    Evidence down,
    long driftAsked) {

  /** Of a series that has not begun. */
  public static final DetectorState EMPTY =
      new DetectorState(0, 0, 0, List.of(), List.of(), Evidence.NONE, Evidence.NONE, 0);

  public DetectorState {
    anchor = List.copyOf(anchor);
    recent = List.copyOf(recent);
  }

  /**
   * Evidence that has gathered for a step.
   *
   * @param sum in standard deviations
   * @param length commits since it began to gather; 0 for none
   * @param rounds confirmations that ended undecided
   */
  public record Evidence(double sum, int length, int rounds) {

    /** None at all. */
    public static final Evidence NONE = new Evidence(0, 0, 0);
  }

  /** The level that holds; NaN before the first commit. */
  public double baseline() {
    return anchor.isEmpty() ? Double.NaN : Math.exp(Spread.median(array(anchor)));
  }

  /** Commits that evidence is gathering on, at the end of {@code recent}. */
  int pending() {
    return Math.min(recent.size(), Math.max(up.length(), down.length()));
  }

  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
