package dev.evolve.search.explain;

/**
 * The leaves of a tree as boxes of the product space: for every feature the set of cells, the share
 * of cells it is, and the share of the space that the whole box is.
 */
final class Leaves {

  final int[] sizes;
  final long[][] boxes;
  final double[][] shares;
  final double[] values;
  final double[] weights;
  private int count;

  Leaves(int[] sizes, int capacity) {
    this.sizes = sizes;
    this.boxes = new long[capacity][];
    this.shares = new double[capacity][];
    this.values = new double[capacity];
    this.weights = new double[capacity];
  }

  void add(long[] box, double value) {
    double[] share = new double[sizes.length];
    double weight = 1;
    for (int feature = 0; feature < sizes.length; feature++) {
      share[feature] = Long.bitCount(box[feature]) / (double) sizes[feature];
      weight *= share[feature];
    }
    boxes[count] = box.clone();
    shares[count] = share;
    values[count] = value;
    weights[count++] = weight;
  }

  int count() {
    return count;
  }

  /** The mean of the tree over the product space. */
  double mean() {
    double mean = 0;
    for (int leaf = 0; leaf < count; leaf++) {
      mean += weights[leaf] * values[leaf];
    }
    return mean;
  }

  /** The mean of the product of two trees over the product space. */
  double meanProduct(Leaves other) {
    double sum = 0;
    for (int leaf = 0; leaf < count; leaf++) {
      for (int theirs = 0; theirs < other.count; theirs++) {
        double overlap = overlap(boxes[leaf], other.boxes[theirs]);
        sum += overlap == 0 ? 0 : overlap * values[leaf] * other.values[theirs];
      }
    }
    return sum;
  }

  private double overlap(long[] mine, long[] theirs) {
    double overlap = 1;
    for (int feature = 0; feature < sizes.length; feature++) {
      long both = mine[feature] & theirs[feature];
      if (both == 0) {
        return 0;
      }
      overlap *= Long.bitCount(both) / (double) sizes[feature];
    }
    return overlap;
  }

  /** Adds the mean of the tree given each cell of a feature. */
  void addMarginal(int feature, double[] marginal) {
    for (int leaf = 0; leaf < count; leaf++) {
      double part = values[leaf] * weights[leaf] / shares[leaf][feature];
      for (long rest = boxes[leaf][feature]; rest != 0; rest &= rest - 1) {
        marginal[Long.numberOfTrailingZeros(rest)] += part;
      }
    }
  }

  /** Adds the mean of the tree given each pair of cells of two features. */
  void addMarginal(int first, int second, double[][] marginal) {
    for (int leaf = 0; leaf < count; leaf++) {
      double part = values[leaf] * weights[leaf] / (shares[leaf][first] * shares[leaf][second]);
      long columns = boxes[leaf][second];
      for (long rows = boxes[leaf][first]; rows != 0; rows &= rows - 1) {
        double[] row = marginal[Long.numberOfTrailingZeros(rows)];
        for (long rest = columns; rest != 0; rest &= rest - 1) {
          row[Long.numberOfTrailingZeros(rest)] += part;
        }
      }
    }
  }
}
