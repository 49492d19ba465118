package dev.evolve.search.explain;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a point is worth measuring, or not, given the trials so far.
 *
 * @param values canonical texts by parameter, in the order of the space
 * @param incumbent the best known point; empty if nothing was measured
 * @param incumbentValue its value
 * @param predicted the value the model expects, and where 9 of 10 values of trials that it had not
 *     seen were around such a prediction; absent if there are too few trials for a model
 * @param failing probability that it fails; 0 if nothing failed so far
 * @param changes what each parameter that differs from the incumbent is expected to do, helpful
 *     ones first; together they are the difference of the two predictions
 * @param nearest known points, the nearest first, at most {@value #MOST_NEAR}
 * @param differing in how many parameters it differs from the nearest known point
 * @param untried values that no known point has, such as {@code tile = 4}
 * @param sentence all of it for people
 */
public record PointExplanation(
    Map<String, String> values,
    Map<String, String> incumbent,
    @Nullable Double incumbentValue,
    @Nullable Interval predicted,
    double failing,
    List<Change> changes,
    List<Near> nearest,
    int differing,
    List<String> untried,
    String sentence) {

  /** The most known points that are listed as near. */
  public static final int MOST_NEAR = 3;

  /**
   * A parameter that differs from the incumbent.
   *
   * @param parameter name
   * @param from value in the incumbent
   * @param to value in the point
   * @param effect what the model expects of the change: by how much the value is multiplied where
   *     values are all positive, helpful below 1, or all negative, helpful above 1; otherwise what
   *     is added, helpful below 0
   */
  public record Change(String parameter, String from, String to, double effect) {}

  /**
   * A known point.
   *
   * @param differs parameters in which it differs, with its values
   * @param value what it gave; absent if it failed
   * @param outcome for people
   */
  public record Near(Map<String, String> differs, @Nullable Double value, String outcome) {}

  public PointExplanation {
    changes = List.copyOf(changes);
    nearest = List.copyOf(nearest);
    untried = List.copyOf(untried);
  }
}
