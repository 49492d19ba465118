package dev.evolve.search.replay;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Reason;
import dev.evolve.search.format.Literal;
import dev.evolve.search.format.Literals;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A space of which every point was measured: outcome, cost and all timings of each. A row is a
 * point's number in the list of feasible points. Immutable; may be shared by threads.
 */
public final class MeasuredSpace {

  private static final double MILLIS = 1000;

  private final String name;
  private final ListedSpace space;
  private final FeasibleSet listed;
  private final Outcome[] outcomes;
  private final Cost[] costs;
  private final double[] values;
  private final double[] seconds;
  private final double[][] timings;

  private MeasuredSpace(String name, ListedSpace space, List<Entry> entries) {
    this.name = name;
    this.space = space;
    this.listed = space.listed().orElseThrow();
    int size = entries.size();
    this.outcomes = new Outcome[size];
    this.costs = new Cost[size];
    this.values = new double[size];
    this.seconds = new double[size];
    this.timings = new double[size][];
    for (int row = 0; row < size; row++) {
      fill(row, entries.get(row));
    }
  }

  private void fill(int row, Entry entry) {
    costs[row] =
        new Cost((entry.compile() + entry.verification()) / MILLIS, entry.benchmark() / MILLIS);
    seconds[row] = (entry.compile() + entry.verification() + entry.benchmark()) / MILLIS;
    switch (entry.result()) {
      case Result.Timed timed -> {
        timings[row] = timed.times().stream().mapToDouble(Double::doubleValue).toArray();
        values[row] = timed.time();
        outcomes[row] = measured(timed.time(), timings[row]);
      }
      case Result.Error error -> {
        timings[row] = new double[0];
        values[row] = Double.NaN;
        outcomes[row] = new Outcome.Failed(reason(error.error()), error.error());
      }
    }
  }

  private static Outcome measured(double time, double[] timings) {
    int count = timings.length;
    if (count < 2) {
      return new Outcome.Measured(time, count == 0 ? 0 : Double.NaN, 1);
    }
    double squares = 0;
    for (double timing : timings) {
      squares += (timing - time) * (timing - time);
    }
    return new Outcome.Measured(time, Math.sqrt(squares / (count - 1) / count), count);
  }

  private static Reason reason(String error) {
    return switch (error) {
      case "CompilationFailedConfig" -> Reason.BUILD;
      case "InvalidConfig" -> Reason.INFEASIBLE;
      case "timeout" -> Reason.LIMIT;
      default -> Reason.RUN;
    };
  }

  /**
   * The space of a cache file; its feasible points are the configurations in the file.
   *
   * @param name for people; nothing depends on it
   * @param cache with at least two configurations that ran
   */
  public static MeasuredSpace of(String name, TuningCache cache) {
    List<Parameter> parameters = new ArrayList<>();
    List<Map<Literal, Long>> places = new ArrayList<>();
    cache
        .parameters()
        .forEach(
            (parameter, values) -> {
              Parameter made = Literals.parameter(parameter, values);
              parameters.add(made);
              places.add(places(made, values));
            });
    List<Point> points =
        cache.entries().stream().map(entry -> point(entry.values(), places)).toList();
    return new MeasuredSpace(name, new ListedSpace(parameters, points), cache.entries());
  }

  private static Map<Literal, Long> places(Parameter parameter, List<Literal> values) {
    Map<Literal, Long> places = new HashMap<>();
    values.forEach(value -> places.put(value, parameter.placeOf(value.text())));
    return places;
  }

  private static Point point(List<Literal> values, List<Map<Literal, Long>> places) {
    long[] point = new long[values.size()];
    for (int i = 0; i < point.length; i++) {
      point[i] = places.get(i).getOrDefault(values.get(i), -1L);
    }
    return Point.of(point);
  }

  /** Name, for people. */
  public String name() {
    return name;
  }

  /** The points. */
  public ListedSpace space() {
    return space;
  }

  /** How many points there are, failed ones included. */
  public int size() {
    return outcomes.length;
  }

  /** The row of a point; -1 if it is not in the space. */
  public int rowOf(Point point) {
    return listed.rowOf(point);
  }

  /** The point of a row. */
  public Point at(int row) {
    return listed.at(row);
  }

  /** What came of a row. */
  public Outcome outcome(int row) {
    return outcomes[row];
  }

  /** What a row cost. */
  public Cost cost(int row) {
    return costs[row];
  }

  /** What a row cost altogether, seconds. */
  public double seconds(int row) {
    return seconds[row];
  }

  /** The time of a row, ms; NaN if it failed. */
  public double value(int row) {
    return values[row];
  }

  /** How often a row was timed. */
  public int timings(int row) {
    return timings[row].length;
  }

  /** One timing of a row, ms. */
  public double timing(int row, int number) {
    return timings[row][number];
  }
}
