package dev.evolve.search.explain;

import java.util.random.RandomGenerator;

/**
 * Grows one tree: at each node the split of the greatest reduction of squared error among a random
 * choice of features. Ordered features split at a threshold drawn between the two neighbouring seen
 * cells; unordered ones by the cells' means (Breiman and others 1984, section 9.4: for squared
 * error the best of all subsets is a prefix of that order). Cells that were never seen go to a
 * random side.
 */
final class TreeGrower {

  private final Table table;
  private final Forest.Settings settings;
  private final RandomGenerator random;
  private final Tree tree = new Tree();
  private final int[] rows;
  private final int[] scratch;
  private final int[] choice;
  private final double[] sums = new double[Feature.MOST_CELLS];
  private final int[] counts = new int[Feature.MOST_CELLS];
  private final int[] seen = new int[Feature.MOST_CELLS];
  private double bestGain;
  private int bestFeature;
  private long bestLeft;

  private TreeGrower(Table table, int[] rows, Forest.Settings settings, RandomGenerator random) {
    this.table = table;
    this.settings = settings;
    this.random = random;
    this.rows = rows.clone();
    this.scratch = new int[rows.length];
    this.choice = java.util.stream.IntStream.range(0, table.features()).toArray();
  }

  static Tree grow(Table table, int[] rows, Forest.Settings settings, RandomGenerator random) {
    TreeGrower grower = new TreeGrower(table, rows, settings, random);
    grower.node(0, rows.length);
    return grower.tree;
  }

  private int node(int from, int to) {
    double sum = 0;
    double squares = 0;
    for (int i = from; i < to; i++) {
      double target = table.targets()[rows[i]];
      sum += target;
      squares += target * target;
    }
    int count = to - from;
    int node = tree.leaf(sum / count);
    double error = squares - sum * sum / count;
    if (count >= 2 * settings.leaf() && error > 1e-12 * squares) {
      search(from, to, sum);
      if (bestGain > 1e-12 * squares) {
        split(node, from, to);
      }
    }
    return node;
  }

  private void split(int node, int from, int to) {
    int feature = bestFeature;
    long left = bestLeft;
    int middle = partition(from, to, feature, left);
    tree.split(node, feature, left, node(from, middle), node(middle, to));
  }

  private int partition(int from, int to, int feature, long left) {
    int[] cells = table.cells()[feature];
    int middle = from;
    int right = 0;
    for (int i = from; i < to; i++) {
      if ((left >>> cells[rows[i]] & 1) == 1) {
        rows[middle++] = rows[i];
      } else {
        scratch[right++] = rows[i];
      }
    }
    System.arraycopy(scratch, 0, rows, middle, right);
    return middle;
  }

  /** Looks at random features until enough of those that vary here were seen. */
  private void search(int from, int to, double sum) {
    bestGain = 0;
    int wanted = Math.max(1, (int) Math.ceil(settings.featureShare() * choice.length));
    int varying = 0;
    for (int i = 0; i < choice.length && varying < wanted; i++) {
      int swap = i + random.nextInt(choice.length - i);
      int feature = choice[swap];
      choice[swap] = choice[i];
      choice[i] = feature;
      varying += tryFeature(feature, from, to, sum) ? 1 : 0;
    }
  }

  private boolean tryFeature(int feature, int from, int to, double sum) {
    int size = table.sizes()[feature];
    java.util.Arrays.fill(sums, 0, size, 0);
    java.util.Arrays.fill(counts, 0, size, 0);
    int[] cells = table.cells()[feature];
    for (int i = from; i < to; i++) {
      int cell = cells[rows[i]];
      sums[cell] += table.targets()[rows[i]];
      counts[cell]++;
    }
    int kinds = 0;
    for (int cell = 0; cell < size; cell++) {
      if (counts[cell] > 0) {
        seen[kinds++] = cell;
      }
    }
    if (kinds < 2) {
      return false;
    }
    if (!settings.isOrdered(feature)) {
      sortByMean(kinds);
    }
    scan(feature, kinds, to - from, sum);
    return true;
  }

  /** Insertion sort: few cells, and no boxing. */
  private void sortByMean(int kinds) {
    for (int i = 1; i < kinds; i++) {
      int cell = seen[i];
      double mean = sums[cell] / counts[cell];
      int j = i;
      while (j > 0 && sums[seen[j - 1]] / counts[seen[j - 1]] > mean) {
        seen[j] = seen[j - 1];
        j--;
      }
      seen[j] = cell;
    }
  }

  private void scan(int feature, int kinds, int count, double sum) {
    double leftSum = 0;
    int leftCount = 0;
    for (int i = 0; i + 1 < kinds; i++) {
      leftSum += sums[seen[i]];
      leftCount += counts[seen[i]];
      int rightCount = count - leftCount;
      if (leftCount >= settings.leaf() && rightCount >= settings.leaf()) {
        double rightSum = sum - leftSum;
        double gain =
            leftSum * leftSum / leftCount + rightSum * rightSum / rightCount - sum * sum / count;
        if (gain > bestGain) {
          bestGain = gain;
          bestFeature = feature;
          bestLeft = settings.isOrdered(feature) ? below(i) : prefix(feature, i, kinds);
        }
      }
    }
  }

  /** All cells up to a threshold between the seen cells i and i + 1. */
  private long below(int i) {
    int gap = seen[i + 1] - seen[i];
    int last = seen[i] + (gap > 1 ? random.nextInt(gap) : 0);
    return -1L >>> (Long.SIZE - 1 - last);
  }

  private long prefix(int feature, int last, int kinds) {
    long unseen = random.nextLong() & -1L >>> (Long.SIZE - table.sizes()[feature]);
    long left = 0;
    for (int i = 0; i < kinds; i++) {
      unseen &= ~(1L << seen[i]);
      left |= i <= last ? 1L << seen[i] : 0;
    }
    return left | unseen;
  }
}
