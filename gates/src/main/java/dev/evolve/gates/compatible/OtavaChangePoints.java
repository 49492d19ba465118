package dev.evolve.gates.compatible;

import dev.evolve.gates.compatible.EnergyDistances.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Change points as Apache Otava (formerly Hunter) reports them: windows are divided where the
 * energy divergence is largest, as long as a t-test of the two parts stays below a generous limit;
 * then the weakest points are removed until each is below the limit asked for and large enough.
 *
 * <p>Source: apache/otava, {@code analysis.py} and {@code signal_processing_algorithms}; M. Fleming
 * and others, "Hunter: using change point detection to hunt for performance regressions", ICPE 2023
 * (arXiv 2301.03034). Held to the ten parameter sets of its {@code tigerbeetle_test.py}. Reproduced
 * with its habits: the t-test is fed population variances, nothing corrects for the search over
 * places, and the left neighbour of a point that is removed keeps its old figures.
 *
 * @param window number of values looked at together, at least 2
 * @param maximumP largest p of a point that stays, in (0, 1)
 * @param minimumMagnitude smallest relative change of a point that stays
 */
public record OtavaChangePoints(int window, double maximumP, double minimumMagnitude) {

  /** As Otava uses it where it is told nothing. */
  public static final OtavaChangePoints DEFAULT = new OtavaChangePoints(50, 0.001, 0);

  public OtavaChangePoints {
    if (window < 2 || !(maximumP > 0 && maximumP < 1) || !(minimumMagnitude >= 0)) {
      throw new IllegalArgumentException(
          "wanted a window of at least 2, a p between 0 and 1 and a magnitude from 0 up, found "
              + List.of(window, maximumP, minimumMagnitude));
    }
  }

  /** The change points of a series of finite values, oldest first. */
  public List<CompatibleChange> of(double[] series) {
    List<Integer> points = new Weeding(series, divide(series)).remaining();
    List<CompatibleChange> changes = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      int from = i == 0 ? 0 : points.get(i - 1);
      int to = i + 1 == points.size() ? series.length : points.get(i + 1);
      double before = mean(series, from, points.get(i));
      double after = mean(series, points.get(i), to);
      changes.add(new CompatibleChange(points.get(i), after / before - 1));
    }
    return changes;
  }

  /** The limit of p while windows are divided. */
  private double generousP() {
    if (maximumP < 0.05) {
      return maximumP * 10;
    }
    return maximumP < 0.5 ? maximumP * 2 : maximumP;
  }

  private List<Integer> divide(double[] series) {
    TreeSet<Integer> points = new TreeSet<>();
    int start = 0;
    while (start < series.length) {
      int offset = start;
      int end = Math.min(start + window, series.length);
      List<Integer> found = divideWindow(Arrays.copyOfRange(series, start, end));
      found.forEach(point -> points.add(point + offset));
      int last = found.isEmpty() ? 0 : found.getLast() + start;
      start = Math.max(last, start + Math.max(1, window / 2));
    }
    return List.copyOf(points);
  }

  private List<Integer> divideWindow(double[] values) {
    EnergyDistances distances = new EnergyDistances(values);
    TreeSet<Integer> bounds = new TreeSet<>(List.of(0, values.length));
    Optional<Part> next = best(distances, bounds);
    while (next.isPresent() && next.get().p(values) <= generousP()) {
      bounds.add(next.get().split().index());
      next = best(distances, bounds);
    }
    return bounds.stream().filter(point -> point > 0 && point < values.length).toList();
  }

  private static Optional<Part> best(EnergyDistances distances, TreeSet<Integer> bounds) {
    List<Integer> edges = List.copyOf(bounds);
    return IntStream.range(0, edges.size() - 1)
        .filter(i -> edges.get(i + 1) - edges.get(i) > 1)
        .mapToObj(i -> Part.of(distances, edges.get(i), edges.get(i + 1)))
        .reduce((best, part) -> part.isBetterThan(best) ? part : best);
  }

  static double mean(double[] series, int from, int to) {
    return Arrays.stream(series, from, to).average().orElse(Double.NaN);
  }

  /** A part of a window with the best place to divide it. */
  private record Part(int start, int end, Split split) {

    static Part of(EnergyDistances distances, int start, int end) {
      return new Part(start, end, distances.best(start, end));
    }

    boolean isBetterThan(Part other) {
      return split.divergence() > other.split.divergence();
    }

    double p(double[] values) {
      return PopulationTest.p(values, start, split.index(), end);
    }
  }

  /** Removes the weakest points one by one. */
  private final class Weeding {

    private final double[] series;
    private final List<Integer> points;
    private final List<Strength> strengths = new ArrayList<>();

    Weeding(double[] series, List<Integer> points) {
      this.series = series;
      this.points = new ArrayList<>(points);
      for (int i = 0; i < points.size(); i++) {
        strengths.add(strength(i));
      }
    }

    List<Integer> remaining() {
      while (!points.isEmpty()) {
        int weakest = index(Comparator.comparingDouble(Strength::p).reversed());
        if (strengths.get(weakest).p() < maximumP) {
          weakest = index(Comparator.comparingDouble(Strength::magnitude));
          if (strengths.get(weakest).magnitude() > minimumMagnitude) {
            return points;
          }
        }
        remove(weakest);
      }
      return points;
    }

    private void remove(int index) {
      points.remove(index);
      strengths.remove(index);
      for (int i = index; i < Math.min(index + 2, points.size()); i++) {
        strengths.set(i, strength(i));
      }
    }

    /** The first that comes before all others in an order. */
    private int index(Comparator<Strength> order) {
      return IntStream.range(0, strengths.size())
          .reduce((best, i) -> order.compare(strengths.get(i), strengths.get(best)) < 0 ? i : best)
          .orElseThrow();
    }

    private Strength strength(int index) {
      int from = index == 0 ? 0 : points.get(index - 1);
      int at = points.get(index);
      int to = index + 1 == points.size() ? series.length : points.get(index + 1);
      double before = mean(series, from, at);
      double after = mean(series, at, to);
      double up = before == 0 ? 0 : Math.abs(after / before - 1);
      double down = after == 0 ? 0 : Math.abs(before / after - 1);
      return new Strength(PopulationTest.p(series, from, at, to), Math.max(up, down));
    }
  }

  /** How sure and how large a point is. */
  private record Strength(double p, double magnitude) {}
}
