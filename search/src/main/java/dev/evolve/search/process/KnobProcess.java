package dev.evolve.search.process;

import dev.evolve.search.Outcome;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A Gaussian process over the knobs: measurements in, expectation and uncertainty of every point of
 * a pool out. Its work for each measurement is bounded: it remembers the better part of a bounded
 * number of measurements and follows fewer points the more it remembers. Deterministic; confined to
 * a thread.
 */
final class KnobProcess {

  private static final int[] LESSONS = {6, 9, 13, 19, 28, 42, 63, 94, 140, 200};
  private static final int MOST = 250;
  private static final int KEPT = 150;
  private static final int WORK = 1_200_000;
  private static final int LEAST_ROWS = 2_000;

  private final Landmarks landmarks;
  private final List<Point> measured = new ArrayList<>();
  private final List<Located> located = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Map<Point, Integer> numbers = new HashMap<>();
  private Pool pool;
  private Settings settings;
  private double[] responses = new double[0];
  private int told;
  private int pending;
  private @Nullable Posterior posterior;

  KnobProcess(Landmarks landmarks, Pool pool) {
    this.landmarks = landmarks;
    this.pool = pool;
    this.settings = Settings.before(landmarks.axes().size());
  }

  Pool pool() {
    return pool;
  }

  /** Chooses among other points from now on. */
  void choose(Pool other) {
    pool = other;
    posterior = null;
    pending = 0;
  }

  /** True if a point was measured that ran. */
  boolean hasValue() {
    return outcomes.stream().anyMatch(Outcome.Measured.class::isInstance);
  }

  /** Takes a measurement in; of a point measured before it replaces what was known. */
  void tell(Point point, Outcome outcome) {
    dropPending();
    Integer known = numbers.get(point);
    if (known != null) {
      outcomes.set(known, outcome);
      respond();
      return;
    }
    numbers.put(point, measured.size());
    measured.add(point);
    located.add(landmarks.locate(point));
    outcomes.add(outcome);
    told++;
    grow();
  }

  private void grow() {
    if (!hasValue()) {
      return;
    }
    if (measured.size() >= MOST) {
      forget();
      learn();
      return;
    }
    if (java.util.Arrays.binarySearch(LESSONS, told) >= 0) {
      learn();
      return;
    }
    double[] next = Responses.of(outcomes, located);
    boolean isSame =
        responses.length == next.length - 1
            && IntStream.range(0, responses.length).allMatch(i -> responses[i] == next[i]);
    responses = next;
    if (posterior == null) {
      return;
    }
    posterior.add(located.getLast(), next[next.length - 1]);
    if (!isSame) {
      posterior.respond(responses);
    }
  }

  private void respond() {
    if (hasValue()) {
      responses = Responses.of(outcomes, located);
      if (posterior != null) {
        posterior.respond(responses);
      }
    }
  }

  private void learn() {
    responses = Responses.of(outcomes, located);
    settings = new Learner(landmarks, located, responses).learn(settings);
    if (posterior != null) {
      posterior = renewed(posterior.rows());
    }
  }

  /** Keeps the best of what was measured. */
  private void forget() {
    double[] all = Responses.of(outcomes, located);
    List<Integer> kept =
        IntStream.range(0, all.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> all[i]))
            .limit(KEPT)
            .sorted()
            .toList();
    keep(measured, kept);
    keep(located, kept);
    keep(outcomes, kept);
    numbers.clear();
    for (int i = 0; i < measured.size(); i++) {
      numbers.put(measured.get(i), i);
    }
    posterior = null;
  }

  private static <T> void keep(List<T> list, List<Integer> kept) {
    List<T> left = kept.stream().map(list::get).toList();
    list.clear();
    list.addAll(left);
  }

  /** Only the points that may still hold something, where following all is too much work. */
  private Posterior bounded(Posterior full) {
    int most = Math.max(LEAST_ROWS, WORK / Math.max(1, measured.size()));
    int size = full.rows().length;
    if (size <= most + most / 4) {
      return full;
    }
    double scale = scale(full);
    double[] least = new double[size];
    for (int i = 0; i < size; i++) {
      least[i] = full.mean(i) - 2 * scale * Math.sqrt(full.variance(i));
    }
    double[] sorted = least.clone();
    java.util.Arrays.sort(sorted);
    return full.restricted(
        IntStream.range(0, size).filter(i -> least[i] <= sorted[most - 1]).toArray());
  }

  private Posterior renewed(int[] rows) {
    Posterior renewed =
        new Posterior(
            new Kernel(landmarks.axes(), landmarks.features(), settings), pool, rows, landmarks);
    for (int i = 0; i < located.size(); i++) {
      renewed.add(located.get(i), responses[i]);
    }
    return renewed;
  }

  /** What is expected now; points that are being measured count as measured. */
  Posterior posterior(Iterable<Point> beingMeasured) {
    if (posterior == null) {
      posterior = renewed(IntStream.range(0, pool.size()).toArray());
    }
    dropPending();
    posterior = bounded(posterior);
    for (Point point : beingMeasured) {
      posterior.addPending(landmarks.locate(point));
      pending++;
    }
    return posterior;
  }

  private void dropPending() {
    for (; pending > 0; pending--) {
      if (posterior != null) {
        posterior.dropPending();
      }
    }
  }

  /** The process' own scale: a standard deviation of 1 is so much. */
  double scale(Posterior of) {
    return Math.sqrt(
        (of.surprise() + Learner.SCALE_WEIGHT) / (measured.size() + Learner.SCALE_WEIGHT));
  }

  /** The best response so far. */
  double best() {
    double best = Double.POSITIVE_INFINITY;
    for (double response : responses) {
      best = Math.min(best, response);
    }
    return best;
  }

  int measured() {
    return measured.size();
  }
}
