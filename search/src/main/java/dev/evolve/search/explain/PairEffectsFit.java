package dev.evolve.search.explain;

import dev.evolve.search.explain.KnobEffects.PairEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Fits the effects of pairs to what single effects leave, one pair of features after the other, the
 * one that explains most first, each to what those before it leave; so that two pairs that tell the
 * same are not counted twice.
 */
final class PairEffectsFit {

  /** Two features and how far the means of their cells differ beyond noise. */
  private record Pair(int one, int other, double between) {}

  private final List<Feature> features;
  private final Table table;
  private final double[] left;
  private final List<PairEffect> effects = new ArrayList<>();

  private PairEffectsFit(List<Feature> features, Table table, Ridge ridge) {
    this.features = features;
    this.table = table;
    this.left = new double[table.rows()];
    Arrays.setAll(left, ridge::residual);
  }

  static List<PairEffect> of(List<Feature> features, Table table, Ridge ridge) {
    PairEffectsFit fit = new PairEffectsFit(features, table, ridge);
    List<Pair> pairs = new ArrayList<>();
    for (int one = 0; one < features.size(); one++) {
      for (int other = one + 1; other < features.size(); other++) {
        pairs.add(new Pair(one, other, fit.between(one, other)));
      }
    }
    pairs.sort(Comparator.comparingDouble(pair -> -pair.between()));
    pairs.forEach(fit::take);
    return fit.effects;
  }

  private void take(Pair pair) {
    double between = between(pair.one(), pair.other());
    if (between <= 0) {
      return;
    }
    double[] sums = sums(pair.one(), pair.other());
    int[] counts = counts(pair.one(), pair.other());
    double noise = noise(sums, counts);
    double[] effect = new double[sums.length];
    for (int cell = 0; cell < sums.length; cell++) {
      if (counts[cell] >= 2) {
        double precision = 1 / between + counts[cell] / noise;
        effect[cell] = sums[cell] / noise / precision;
        effects.add(effect(pair, cell, effect[cell], Math.sqrt(1 / precision), counts[cell]));
      }
    }
    for (int row = 0; row < left.length; row++) {
      left[row] -= effect[cell(pair.one(), pair.other(), row)];
    }
  }

  private PairEffect effect(Pair pair, int cell, double effect, double error, int count) {
    Feature one = features.get(pair.one());
    Feature other = features.get(pair.other());
    return new PairEffect(
        one.name(),
        one.label(cell / other.cells()),
        other.name(),
        other.label(cell % other.cells()),
        effect,
        error,
        count);
  }

  private int cell(int one, int other, int row) {
    return table.cells()[one][row] * table.sizes()[other] + table.cells()[other][row];
  }

  private double[] sums(int one, int other) {
    double[] sums = new double[table.sizes()[one] * table.sizes()[other]];
    for (int row = 0; row < left.length; row++) {
      sums[cell(one, other, row)] += left[row];
    }
    return sums;
  }

  private int[] counts(int one, int other) {
    int[] counts = new int[table.sizes()[one] * table.sizes()[other]];
    for (int row = 0; row < left.length; row++) {
      counts[cell(one, other, row)]++;
    }
    return counts;
  }

  /** The variance within cells; infinite if too few rows share a cell to know it. */
  private double noise(double[] sums, int[] counts) {
    double within = 0;
    int free = left.length;
    for (double value : left) {
      within += value * value;
    }
    for (int cell = 0; cell < sums.length; cell++) {
      if (counts[cell] > 0) {
        within -= sums[cell] * sums[cell] / counts[cell];
        free--;
      }
    }
    return 4 * free < left.length
        ? Double.POSITIVE_INFINITY
        : Math.max(Double.MIN_NORMAL, within / free);
  }

  /** By the method of moments: 0 if the means differ no more than noise makes them. */
  private double between(int one, int other) {
    double[] sums = sums(one, other);
    int[] counts = counts(one, other);
    double noise = noise(sums, counts);
    double beyond = 0;
    for (int cell = 0; cell < sums.length; cell++) {
      beyond += counts[cell] == 0 ? 0 : sums[cell] * sums[cell] / counts[cell] - noise;
    }
    return Math.max(0, beyond / left.length);
  }
}
