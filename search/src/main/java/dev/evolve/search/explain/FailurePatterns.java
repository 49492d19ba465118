package dev.evolve.search.explain;

import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Looks for conditions under which failing is more frequent than elsewhere: for each feature the
 * most telling value or bound, for each pair of the most telling features the most telling pair of
 * those, if it tells more than either alone. Chances are multiplied by the number of tests
 * (Bonferroni).
 */
final class FailurePatterns {

  private static final double ACCEPTED = 0.05;
  private static final int PAIRED = 6;

  /** A condition with the points where it holds. */
  private record Candidate(List<Condition> conditions, BitSet where, double logChance) {}

  private final List<Feature> features;
  private final int points;
  private final BitSet failed = new BitSet();
  private final int[][] cells;
  private final double[] logFactorials;
  private int tests;

  private FailurePatterns(Observations observations) {
    this.features = observations.features();
    List<Point> all = new ArrayList<>(observations.measured());
    all.addAll(observations.failed());
    this.points = all.size();
    this.failed.set(observations.measured().size(), points);
    this.cells = Table.cells(features, all);
    this.logFactorials = logFactorials(points);
  }

  static List<FailurePattern> of(Observations observations) {
    return new FailurePatterns(observations).patterns();
  }

  private List<FailurePattern> patterns() {
    List<List<Candidate>> byFeature = new ArrayList<>();
    for (int feature = 0; feature < features.size(); feature++) {
      List<Candidate> own = candidates(feature);
      if (!own.isEmpty()) {
        byFeature.add(own);
      }
    }
    byFeature.sort(Comparator.comparingDouble(own -> best(own).logChance()));
    List<Candidate> found = new ArrayList<>();
    byFeature.forEach(own -> found.add(best(own)));
    for (int i = 0; i < Math.min(PAIRED, byFeature.size()); i++) {
      for (int j = i + 1; j < Math.min(PAIRED, byFeature.size()); j++) {
        pair(byFeature.get(i), byFeature.get(j), found);
      }
    }
    return found.stream()
        .filter(candidate -> corrected(candidate) <= ACCEPTED)
        .sorted(Comparator.comparingDouble(Candidate::logChance))
        .limit(Failures.MOST_PATTERNS)
        .map(this::pattern)
        .toList();
  }

  private double corrected(Candidate candidate) {
    return Math.min(1, Math.exp(candidate.logChance()) * tests);
  }

  private FailurePattern pattern(Candidate candidate) {
    int there = candidate.where().cardinality();
    int failures = both(candidate.where(), failed).cardinality();
    return new FailurePattern(
        candidate.conditions(), failures, there, wilson(failures, there), corrected(candidate));
  }

  private static Candidate best(List<Candidate> candidates) {
    return java.util.Collections.min(candidates, Comparator.comparingDouble(Candidate::logChance));
  }

  private List<Candidate> candidates(int feature) {
    Feature axis = features.get(feature);
    List<Candidate> candidates = new ArrayList<>();
    int size = axis.cells();
    for (int cell = 0; cell < size; cell++) {
      add(candidates, feature, "=", axis.label(cell), cell, cell);
      if (axis.isOrdered() && cell > 0 && cell < size - 1) {
        add(candidates, feature, "<=", axis.highest(cell), 0, cell);
        add(candidates, feature, ">=", axis.lowest(cell), cell, size - 1);
      }
    }
    return candidates;
  }

  private void add(
      List<Candidate> candidates, int feature, String relation, String value, int low, int high) {
    BitSet where = new BitSet();
    for (int point = 0; point < points; point++) {
      int cell = cells[feature][point];
      where.set(point, cell >= low && cell <= high);
    }
    if (!where.isEmpty() && where.cardinality() < points) {
      Condition condition = new Condition(features.get(feature).name(), relation, value);
      candidates.add(new Candidate(List.of(condition), where, test(where, null)));
    }
  }

  /** Adds the most telling pair if it tells more than each of its conditions. */
  private void pair(List<Candidate> ones, List<Candidate> others, List<Candidate> found) {
    Candidate best = null;
    for (Candidate one : ones) {
      for (Candidate other : others) {
        BitSet where = both(one.where(), other.where());
        if (where.isEmpty()) {
          continue;
        }
        double chance =
            Math.max(
                test(where, null), Math.max(test(where, one.where()), test(where, other.where())));
        if (best == null || chance < best.logChance()) {
          List<Condition> conditions = new ArrayList<>(one.conditions());
          conditions.addAll(other.conditions());
          best = new Candidate(conditions, where, chance);
        }
      }
    }
    if (best != null) {
      found.add(best);
    }
  }

  /** The logarithm of the chance of as many failures in a part of the points of a whole. */
  private double test(BitSet part, @org.jspecify.annotations.Nullable BitSet whole) {
    tests++;
    int all = whole == null ? points : whole.cardinality();
    int bad = whole == null ? failed.cardinality() : both(whole, failed).cardinality();
    return logTail(both(part, failed).cardinality(), part.cardinality(), bad, all);
  }

  private static BitSet both(BitSet one, BitSet other) {
    BitSet both = (BitSet) one.clone();
    both.and(other);
    return both;
  }

  /** log P(at least hits of bad among drawn of all), hypergeometric. */
  private double logTail(int hits, int drawn, int bad, int all) {
    double tail = 0;
    for (int i = hits; i <= Math.min(drawn, bad); i++) {
      if (drawn - i <= all - bad) {
        tail +=
            Math.exp(logChoose(bad, i) + logChoose(all - bad, drawn - i) - logChoose(all, drawn));
      }
    }
    return Math.log(Math.clamp(tail, Double.MIN_NORMAL, 1));
  }

  private double logChoose(int from, int count) {
    return logFactorials[from] - logFactorials[count] - logFactorials[from - count];
  }

  private static double[] logFactorials(int most) {
    double[] logs = new double[most + 1];
    for (int i = 2; i <= most; i++) {
      logs[i] = logs[i - 1] + Math.log(i);
    }
    return logs;
  }

  /** Wilson's score interval of a share, 95 %. */
  static Interval wilson(int hits, int count) {
    double z = 1.959964;
    double share = hits / (double) count;
    double centre = (share + z * z / (2 * count)) / (1 + z * z / count);
    double half =
        z
            / (1 + z * z / count)
            * Math.sqrt(share * (1 - share) / count + z * z / (4.0 * count * count));
    return new Interval(
        share, Math.clamp(centre - half, 0, share), Math.clamp(centre + half, share, 1));
  }
}
