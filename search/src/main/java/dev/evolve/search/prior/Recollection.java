package dev.evolve.search.prior;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A source as it is seen from a space: what it says of any point of the space. Where the point was
 * measured there, its value; elsewhere what a model of the knobs' effects makes of it. Only knobs
 * of the same name count.
 */
final class Recollection {

  private static final double FAILED = 0.3;
  private static final int MOST_LEVELS = 64;

  /** With fewer trials it is not told whether a source depends on its knobs. */
  private static final int ENOUGH = 60;

  private static final double LEAST_BELIEF = 1e-3;

  /** A source whose knobs explain less of its values is noise, or somebody else's. */
  static final double LEAST_EXPLAINED = 0.15;

  private final KnownSpace source;
  private final List<Parameter> shared = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private final Map<Point, Integer> rows = new HashMap<>();
  private final List<int[]> levels = new ArrayList<>();
  private final double[] responses;
  private final KnobEffects effects;
  private final double explained;
  private final double median;

  Recollection(KnownSpace source, Space space) {
    this.source = source;
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      int column = source.parameters().indexOf(parameter.name());
      if (column >= 0) {
        shared.add(parameter);
        places.add(i);
        columns.add(column);
      }
    }
    this.responses = read(columns);
    this.median = median(responses);
    this.effects = KnobEffects.fit(counts(), levels, responses);
    this.explained =
        responses.length < ENOUGH ? 1 : KnobEffects.explained(counts(), levels, responses);
  }

  private double[] read(List<Integer> columns) {
    List<Double> logs = new ArrayList<>();
    double worst = Double.NEGATIVE_INFINITY;
    for (KnownTrial trial : source.trials()) {
      Point point = point(trial, columns);
      if (point == null || rows.containsKey(point)) {
        continue;
      }
      rows.put(point, logs.size());
      levels.add(levelsOf(point));
      double log = trial.hasFailed() ? Double.NaN : Math.log(trial.value());
      worst = Double.isNaN(log) ? worst : Math.max(worst, log);
      logs.add(log);
    }
    double failed = worst + FAILED;
    return logs.stream().mapToDouble(log -> Double.isNaN(log) ? failed : log).toArray();
  }

  private @org.jspecify.annotations.Nullable Point point(KnownTrial trial, List<Integer> columns) {
    long[] point = new long[shared.size()];
    for (int i = 0; i < point.length; i++) {
      point[i] = shared.get(i).placeOf(trial.values().get(columns.get(i)));
      if (point[i] < 0) {
        return null;
      }
    }
    return Point.of(point);
  }

  private int[] counts() {
    return shared.stream().mapToInt(p -> (int) Math.min(p.size(), MOST_LEVELS)).toArray();
  }

  private int[] levelsOf(Point point) {
    int[] levels = new int[shared.size()];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = level(shared.get(i), point.place(i));
    }
    return levels;
  }

  private static int level(Parameter parameter, long place) {
    if (parameter.size() <= MOST_LEVELS) {
      return (int) place;
    }
    return parameter.isOrdered()
        ? (int) (place / (double) parameter.size() * MOST_LEVELS)
        : (int) Long.remainderUnsigned(place * 0x9E3779B97F4A7C15L, MOST_LEVELS);
  }

  private static double median(double[] responses) {
    double[] sorted = responses.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  KnownSpace source() {
    return source;
  }

  /** The share of its variance that its knobs explain; 1 if it is too small to tell. */
  double explained() {
    return explained;
  }

  /** True if nothing of it can be seen from the space, or it does not depend on its knobs. */
  boolean isMute() {
    return shared.isEmpty() || responses.length == 0 || explained < LEAST_EXPLAINED;
  }

  /** How likely it is held to be right before anything is measured here. */
  double belief() {
    double fresh = Math.pow(0.5, source.ageDays() / KnownSpace.HALF_LIFE_DAYS);
    return Math.max(LEAST_BELIEF, fresh);
  }

  /** Logarithm of its value of a point of the space, against its median. */
  double of(Point point) {
    long[] seen = new long[shared.size()];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = point.place(places.get(i));
    }
    Point there = Point.of(seen);
    Integer row = rows.get(there);
    return (row == null ? effects.of(levelsOf(there)) : responses[row]) - median;
  }
}
