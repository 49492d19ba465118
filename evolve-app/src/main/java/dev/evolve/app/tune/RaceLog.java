package dev.evolve.app.tune;

import dev.evolve.search.Cost;
import dev.evolve.search.noise.MeasureRequest;
import dev.evolve.search.noise.MeasureResult;
import dev.evolve.search.noise.MeasureResult.Failed;
import dev.evolve.search.noise.MeasureResult.Sampled;
import dev.evolve.search.noise.RacingEntry;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the runs of a race: by request, which is told once it has its samples, and by
 * configuration. Races want values that are positive and small where good, so that of a metric of
 * which more is better the reciprocal is told: seconds an item instead of items a second.
 */
final class RaceLog {

  private final boolean isMaximised;
  private final List<RacingEntry> entries = new ArrayList<>();
  private final Map<Long, Taken> open = new HashMap<>();
  private final Map<Point, Sum> sums = new LinkedHashMap<>();
  private @Nullable String closed;

  RaceLog(boolean isMaximised) {
    this.isMaximised = isMaximised;
  }

  /** What an open request has so far. */
  private static final class Taken {
    private final MeasureRequest request;
    private final List<Double> printed = new ArrayList<>();
    private Cost cost = Cost.NONE;

    Taken(MeasureRequest request) {
      this.request = request;
    }
  }

  /** All that was measured of a configuration. */
  static final class Sum {
    private final List<Double> printed = new ArrayList<>();
    private final List<Map<String, Double>> runs = new ArrayList<>();
    private @Nullable Map<String, Double> broken;
    private Cost cost = Cost.NONE;
    private @Nullable Failed failure;
    private String at = "";

    /** Every sample as the command printed it, those that settle and confirm included. */
    List<Double> printed() {
      return printed;
    }

    /** Where several metrics count: their values by run, one that broke a limit included. */
    List<Map<String, Double>> runs() {
      return runs;
    }

    /** The runs that it is judged by: all, or the one that broke a limit. */
    List<Map<String, Double>> counted() {
      return broken == null ? runs : List.of(broken);
    }

    Cost cost() {
      return cost;
    }

    /** Why it gave no value in the end; empty if it did. */
    Optional<Failed> failure() {
      return Optional.ofNullable(failure);
    }

    /** When it was measured last, ISO-8601. */
    String at() {
      return at;
    }
  }

  /** As the race wants it, or as it was printed again: the same there and back. */
  double small(double value) {
    return isMaximised ? 1 / value : value;
  }

  void asked(MeasureRequest request) {
    entries.add(new RacingEntry.Asked(request));
    open.put(request.number(), new Taken(request));
  }

  /**
   * Takes in what a run printed.
   *
   * @return the result of the request, once it has all its samples
   * @throws IllegalArgumentException if no such request is open
   */
  Optional<MeasureResult> ran(long number, RaceRun run, Cost cost, String at) {
    Taken taken = pay(number, cost, at);
    taken.printed.addAll(run.samples());
    sum(taken).printed.addAll(run.samples());
    keep(taken, run.metrics());
    if (taken.printed.size() < taken.request.samples()) {
      return Optional.empty();
    }
    List<Double> values = taken.printed.stream().map(this::small).toList();
    return Optional.of(tell(number, new Sampled(values, taken.cost)));
  }

  /** Takes in that a run failed: so did the request. */
  MeasureResult failed(long number, Failed failed, Map<String, Double> metrics, String at) {
    Taken taken = pay(number, failed.cost(), at);
    keep(taken, metrics);
    sum(taken).broken = metrics.isEmpty() ? null : metrics;
    Failed whole = new Failed(failed.reason(), failed.message(), taken.cost);
    sum(taken).failure = whole;
    return tell(number, whole);
  }

  private void keep(Taken taken, Map<String, Double> metrics) {
    if (!metrics.isEmpty()) {
      sum(taken).runs.add(metrics);
    }
  }

  private Taken pay(long number, Cost cost, String at) {
    Taken taken = open.get(number);
    if (taken == null) {
      throw new IllegalArgumentException(
          "no request " + number + " is open; open are " + open.keySet());
    }
    taken.cost = plus(taken.cost, cost);
    Sum sum = sum(taken);
    sum.cost = plus(sum.cost, cost);
    sum.at = at;
    return taken;
  }

  private static Cost plus(Cost first, Cost second) {
    return new Cost(
        first.buildSeconds() + second.buildSeconds(), first.runSeconds() + second.runSeconds());
  }

  private Sum sum(Taken taken) {
    return sums.computeIfAbsent(taken.request.point(), point -> new Sum());
  }

  private MeasureResult tell(long number, MeasureResult result) {
    open.remove(number);
    entries.add(new RacingEntry.Told(number, result));
    return result;
  }

  /** Takes in that no new configurations are looked at from here on. */
  void closed(String why) {
    entries.add(new RacingEntry.Closed());
    closed = why;
  }

  /** Why no new configurations are looked at; empty if they still are. */
  Optional<String> closed() {
    return Optional.ofNullable(closed);
  }

  /** Everything that happened, for resuming the race. */
  List<RacingEntry> entries() {
    return List.copyOf(entries);
  }

  /** By configuration, in the order in which they were first measured. */
  Map<Point, Sum> sums() {
    return Collections.unmodifiableMap(sums);
  }
}
