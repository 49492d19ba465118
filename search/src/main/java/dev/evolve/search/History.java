package dev.evolve.search;

import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a search knows: trials in the order they were told, points that are pending, the best.
 * Changed by {@link Search} only; confined to its thread.
 */
public final class History {

  private final Space space;
  private final List<Trial> trials = new ArrayList<>();
  private final Map<Point, Trial> byPoint = new HashMap<>();
  private final Set<Point> pending = new LinkedHashSet<>();
  private @Nullable Trial best;
  private double bestValue = Double.POSITIVE_INFINITY;
  private double seconds;

  History(Space space) {
    this.space = space;
  }

  /** Where the search goes on. */
  public Space space() {
    return space;
  }

  /** What was told, oldest first. */
  public List<Trial> trials() {
    return Collections.unmodifiableList(trials);
  }

  /** Points asked for and not yet told, oldest first. */
  public Set<Point> pending() {
    return Collections.unmodifiableSet(pending);
  }

  /** True if the point was told or is pending: it is not paid for again. */
  public boolean isKnown(Point point) {
    return byPoint.containsKey(point) || pending.contains(point);
  }

  /** What was told of a point last. */
  public Optional<Trial> of(Point point) {
    return Optional.ofNullable(byPoint.get(point));
  }

  /** How many different points are known, pending ones included. */
  public int known() {
    return byPoint.size() + pending.size();
  }

  /**
   * The measured trial of the smallest value by the last word on each point; the earliest of
   * equals. It can become worse when a lucky value is corrected.
   */
  public Optional<Trial> best() {
    return Optional.ofNullable(best);
  }

  /** The value of the best; infinite if there is none. */
  public double bestValue() {
    return bestValue;
  }

  /** Seconds paid for all trials. */
  public double seconds() {
    return seconds;
  }

  void pend(Point point) {
    pending.add(point);
  }

  void drop(Point point) {
    pending.remove(point);
  }

  void add(Trial trial) {
    pending.remove(trial.point());
    trials.add(trial);
    Trial before = byPoint.put(trial.point(), trial);
    seconds += trial.cost().seconds();
    if (valueOf(trial) < bestValue) {
      best = trial;
      bestValue = valueOf(trial);
    } else if (before != null && before.equals(best)) {
      chooseBestAgain();
    }
  }

  /** Among the last words, in the order in which they were told. */
  private void chooseBestAgain() {
    best = null;
    bestValue = Double.POSITIVE_INFINITY;
    for (Trial trial : trials) {
      if (trial.equals(byPoint.get(trial.point())) && valueOf(trial) < bestValue) {
        best = trial;
        bestValue = valueOf(trial);
      }
    }
  }

  private static double valueOf(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured measured
        ? measured.value()
        : Double.POSITIVE_INFINITY;
  }
}
