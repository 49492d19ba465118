package dev.evolve.search.process;

import dev.evolve.search.Outcome;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** After the last of these, lessons are so far apart, as a ratio. */
  private static final double LATER = 1.5;

  private static final int MOST = 220;
  private static final int KEPT = 120;
  private static final int WORK = 600_000;
  private static final int LEAST_ROWS = 1_500;

  private final Landmarks landmarks;
  private final List<Point> measured = new ArrayList<>();
  private final List<Located> located = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Map<Point, Integer> numbers = new HashMap<>();
  private @Nullable Pool pool;
  private Settings settings;
  private final Beliefs beliefs;
  private double[] bySource;
  private double[] responses = new double[0];
  private int told;
  private int pending;
  private double advantage;
  private @Nullable Posterior posterior;
  private int forgotten;
  private int lastLesson = LESSONS[LESSONS.length - 1];

  KnobProcess(Landmarks landmarks) {
    this.landmarks = landmarks;
    this.settings = Settings.before(landmarks.axes().size());
    this.beliefs = new Beliefs(landmarks.guide());
    this.bySource = beliefs.bySource();
  }

  Pool pool() {
    if (pool == null) {
      throw new IllegalStateException("there is nothing to choose from yet");
    }
    return pool;
  }

  /** Chooses among these points from now on. */
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
      int[] followed = posterior == null ? null : posterior.rows();
      forget();
      learn();
      posterior = followed == null ? null : renewed(withOthers(followed));
      return;
    }
    boolean isGuided = bySource.length > 0;
    if (Arrays.binarySearch(LESSONS, told) >= 0 || (isGuided && told < LESSONS[0])) {
      learn();
      return;
    }
    double[] next = Responses.of(outcomes);
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
      responses = Responses.of(outcomes);
      if (posterior != null) {
        posterior.respond(responses);
      }
    }
  }

  private void learn() {
    responses = Responses.of(outcomes);
    Learner learner = new Learner(landmarks, located, responses);
    if (Arrays.binarySearch(LESSONS, told) >= 0 || told >= LATER * lastLesson) {
      settings = learner.learn(settings, bySource);
      lastLesson = told;
    }
    if (bySource.length > 0) {
      beliefs.learn(learner, settings);
      bySource = beliefs.bySource();
      advantage = learner.advantage(settings, bySource);
    }
    if (posterior != null) {
      posterior = renewed(posterior.rows());
    }
  }

  /** Keeps the best of what was measured. */
  private void forget() {
    double[] all = Responses.of(outcomes);
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

  /** The rows that were followed, and a part of the others that is another one each time. */
  private int[] withOthers(int[] followed) {
    int size = pool().size();
    boolean[] isFollowed = new boolean[size];
    Arrays.stream(followed).forEach(row -> isFollowed[row] = true);
    int stride = Math.max(1, size / LEAST_ROWS);
    int offset = forgotten++ % stride;
    return IntStream.range(0, size)
        .filter(row -> isFollowed[row] || row % stride == offset)
        .toArray();
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
    Arrays.sort(sorted);
    return full.restricted(
        IntStream.range(0, size).filter(i -> least[i] <= sorted[most - 1]).toArray());
  }

  private Posterior renewed(int[] rows) {
    Posterior renewed =
        new Posterior(
            new Kernel(landmarks.axes(), landmarks.features(), settings), pool(), rows, bySource);
    for (int i = 0; i < located.size(); i++) {
      renewed.add(located.get(i), responses[i]);
    }
    return renewed;
  }

  /** What is expected now; points that are being measured count as measured. */
  Posterior posterior(Iterable<Point> beingMeasured) {
    if (posterior == null) {
      posterior = renewed(IntStream.range(0, pool().size()).toArray());
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

  /** How much each source is believed. */
  double[] beliefs() {
    return bySource.clone();
  }

  /**
   * Logarithm of how much likelier the sources make the measurements than they are without; 0 if
   * there is no source or nothing was measured.
   */
  double advantage() {
    return advantage;
  }

  int measured() {
    return measured.size();
  }
}
