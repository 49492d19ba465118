package dev.evolve.search.noise;

import dev.evolve.search.space.Point;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a racing search ended.
 *
 * @param standing what was shown
 * @param named the point to use: the best one if it was shown better than the incumbent, the
 *     incumbent if not; null if nothing works
 * @param best the point that did best on fresh samples, whatever was shown; null if nothing works
 * @param incumbent the point to beat
 * @param gain how the best compares with the incumbent on samples that chose neither; null if they
 *     were not compared
 * @param ties points that were not shown worse than the best
 * @param sentence all of it for people
 */
public record Verdict(
    Standing standing,
    @Nullable Point named,
    @Nullable Point best,
    Point incumbent,
    @Nullable Comparison gain,
    List<Point> ties,
    String sentence) {

  /** What was shown. */
  public enum Standing {
    /** The named point is better than the incumbent. */
    IMPROVED,
    /** No point was shown better than the incumbent, which stays. */
    NO_DIFFERENCE_SHOWN,
    /** The incumbent gave no value and another point did. */
    INCUMBENT_FAILED,
    /** No point gave a value. */
    NOTHING_WORKS
  }

  public Verdict {
    ties = List.copyOf(ties);
  }
}
