package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.model.Features;
import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The points among which a model chooses: all feasible ones where they are at most {@value
 * #MOST_LISTED}; else drawn ones and those around the best, made anew every {@value #RENEWED_AFTER}
 * trials.
 */
final class CandidatePool {

  /** The most feasible points that are all candidates. */
  static final int MOST_LISTED = 60_000;

  private static final int RENEWED_AFTER = 20;
  private static final int SAMPLED = 4_096;
  private static final int DRAWN = 3_000;
  private static final int ELITES = 6;
  private static final int AROUND = 150;

  private final Space space;
  private final Features features;
  private final Optional<FeasibleSet> all;
  private List<Point> points = List.of();
  private byte[] rows = new byte[0];
  private boolean[] taken = new boolean[0];
  private int trials;

  CandidatePool(Space space, Features features) {
    this.space = space;
    this.features = features;
    this.all = space.listed().filter(listed -> listed.size() <= MOST_LISTED);
  }

  /** Points that stand for a space. */
  static List<Point> sample(Space space, RandomGenerator random) {
    Optional<FeasibleSet> listed = space.listed();
    List<Point> sample = new ArrayList<>();
    if (listed.isPresent() && listed.get().size() <= SAMPLED) {
      return listed.get().points();
    }
    for (int i = 0; i < SAMPLED; i++) {
      space.draw(random).ifPresent(sample::add);
    }
    return sample;
  }

  /** Makes the pool anew if it is time; true if it changed. */
  boolean refresh(History history, RandomGenerator random) {
    boolean isDue = all.isEmpty() && trials++ % RENEWED_AFTER == 0;
    if (!points.isEmpty() && !isDue) {
      return false;
    }
    points = all.isPresent() ? all.get().points() : drawn(history, random);
    rows = new byte[points.size() * features.size()];
    taken = new boolean[points.size()];
    for (int row = 0; row < points.size(); row++) {
      Point point = points.get(row);
      features.encode(point, rows, row * features.size());
      taken[row] = history.isKnown(point);
    }
    return true;
  }

  private List<Point> drawn(History history, RandomGenerator random) {
    Set<Point> drawn = new LinkedHashSet<>();
    for (Point elite : elites(history)) {
      for (Neighbourhood near : Neighbourhood.values()) {
        space.neighbours(elite, near).stream().limit(AROUND).forEach(drawn::add);
      }
    }
    for (int i = 0; i < DRAWN; i++) {
      space.draw(random).ifPresent(drawn::add);
    }
    return List.copyOf(drawn);
  }

  private static List<Point> elites(History history) {
    return history.trials().stream()
        .filter(trial -> trial.outcome() instanceof Outcome.Measured)
        .sorted(Comparator.comparingDouble(CandidatePool::value))
        .map(Trial::point)
        .distinct()
        .limit(ELITES)
        .toList();
  }

  private static double value(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }

  /** A point is no candidate any longer. */
  void take(Point point) {
    if (all.isPresent() && !points.isEmpty()) {
      taken[all.get().rowOf(point)] = true;
    }
  }

  byte[] rows() {
    return rows;
  }

  int size() {
    return points.size();
  }

  Point at(int row) {
    return points.get(row);
  }

  /**
   * The candidates for which some numbers add up to the least; equals are decided by chance.
   *
   * @param most how many candidates at most, at least one
   * @return their rows with the sums, the least first; empty if there is no candidate
   */
  List<Candidate> smallest(int most, float[][] numbers, History history, RandomGenerator random) {
    List<Candidate> best = new ArrayList<>(most + 1);
    float bound = Float.POSITIVE_INFINITY;
    int start = points.isEmpty() ? 0 : random.nextInt(points.size());
    for (int i = 0; i < points.size(); i++) {
      int row = i + start < points.size() ? i + start : i + start - points.size();
      if (taken[row]) {
        continue;
      }
      float sum = 0;
      for (float[] number : numbers) {
        sum += number[row];
      }
      if (sum < bound && (all.isPresent() || !history.isKnown(points.get(row)))) {
        insert(best, new Candidate(row, sum), most);
        bound = best.size() == most ? best.getLast().sum() : bound;
      }
    }
    return best;
  }

  private static void insert(List<Candidate> best, Candidate candidate, int most) {
    int at = best.size();
    while (at > 0 && best.get(at - 1).sum() > candidate.sum()) {
      at--;
    }
    best.add(at, candidate);
    if (best.size() > most) {
      best.removeLast();
    }
  }

  /**
   * One of the candidates.
   *
   * @param row where it is in the pool
   * @param sum what the numbers add up to
   */
  record Candidate(int row, float sum) {}
}
