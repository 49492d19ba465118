package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which trial was the best after each trial. The last word on a point counts: a point that was
 * measured again has its new value, so the best can become worse when a lucky value is corrected.
 */
final class Incumbents {

  private final List<@Nullable Trial> after = new ArrayList<>();
  private final Map<Point, Trial> measured = new LinkedHashMap<>();
  private final List<Integer> improvements = new ArrayList<>();
  private final List<Boolean> isRepeat = new ArrayList<>();
  private @Nullable Trial best;

  private Incumbents() {}

  static Incumbents of(List<Trial> trials) {
    Incumbents incumbents = new Incumbents();
    Map<Point, Trial> seen = new HashMap<>();
    for (Trial trial : trials) {
      incumbents.isRepeat.add(seen.put(trial.point(), trial) != null);
      incumbents.add(trial);
    }
    return incumbents;
  }

  private void add(Trial trial) {
    if (Observations.tellsOfThePoint(trial)) {
      learn(trial);
    }
    after.add(best);
  }

  private void learn(Trial trial) {
    Trial before = best;
    boolean isOfBest = before != null && before.point().equals(trial.point());
    if (trial.outcome() instanceof Measured result) {
      measured.put(trial.point(), trial);
      if (before == null || result.value() < value(before)) {
        best = trial;
        if (!isOfBest) {
          improvements.add(after.size());
        }
        return;
      }
    } else {
      measured.remove(trial.point());
    }
    if (isOfBest) {
      best = smallest();
    }
  }

  /** The earliest of the smallest. */
  private @Nullable Trial smallest() {
    Trial smallest = null;
    for (Trial trial : measured.values()) {
      if (smallest == null || value(trial) < value(smallest)) {
        smallest = trial;
      }
    }
    return smallest;
  }

  static double value(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured result ? result.value() : Double.NaN;
  }

  /** The best after a trial; null as long as nothing was measured. */
  @Nullable Trial after(int trial) {
    return trial < 0 ? null : after.get(trial);
  }

  /** The best of all; null if nothing was measured. */
  @Nullable Trial last() {
    return best;
  }

  /** The trials that found a better point than any before, the first measured one included. */
  List<Integer> improvements() {
    return improvements;
  }

  /** True if the point of a trial was told before. */
  boolean isRepeat(int trial) {
    return isRepeat.get(trial);
  }
}
