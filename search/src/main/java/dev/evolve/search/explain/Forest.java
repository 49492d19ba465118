package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A random forest in bags: every bag is a bootstrap sample of the rows with a few trees of its own,
 * so that what differs from bag to bag shows how far the rows determine it, and the rows that a bag
 * has not drawn can test it. A search that chooses its next point has {@link
 * dev.evolve.search.model.RollingForest} instead, which keeps up with it in a fraction of the time
 * and knows nothing of bags.
 */
final class Forest {

  /**
   * How to grow.
   *
   * @param bags bootstrap samples
   * @param trees in each bag
   * @param leaf the fewest rows of a leaf
   * @param featureShare the share of features that are tried at a node
   * @param ordered by feature
   */
  record Settings(int bags, int trees, int leaf, double featureShare, boolean[] ordered) {

    static Settings of(List<Feature> features) {
      boolean[] ordered = new boolean[features.size()];
      for (int i = 0; i < ordered.length; i++) {
        ordered[i] = features.get(i).isOrdered();
      }
      return new Settings(40, 2, 2, 0.7, ordered);
    }

    boolean isOrdered(int feature) {
      return ordered[feature];
    }
  }

  /** A bootstrap sample: its rows, drawn with replacement, its trees, and the rows not in it. */
  record Bag(int[] rows, List<Tree> trees, int[] outside) {

    double predict(int[][] cells, int row) {
      double sum = 0;
      for (Tree tree : trees) {
        sum += tree.predict(cells, row);
      }
      return sum / trees.size();
    }

    double predict(int[][] cells, int row, int changed, int cell) {
      double sum = 0;
      for (Tree tree : trees) {
        sum += tree.predict(cells, row, changed, cell);
      }
      return sum / trees.size();
    }
  }

  private final Table table;
  private final List<Bag> bags;

  private Forest(Table table, List<Bag> bags) {
    this.table = table;
    this.bags = bags;
  }

  /** Grows a forest; the same table, settings and seed give the same forest. */
  static Forest grow(Table table, Settings settings, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Bag> bags = new ArrayList<>();
    for (int bag = 0; bag < settings.bags(); bag++) {
      bags.add(bag(table, settings, seeds.split()));
    }
    return new Forest(table, bags);
  }

  private static Bag bag(Table table, Settings settings, RandomGenerator random) {
    int[] rows = new int[table.rows()];
    boolean[] isInside = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextInt(rows.length);
      isInside[rows[i]] = true;
    }
    List<Tree> trees = new ArrayList<>();
    for (int tree = 0; tree < settings.trees(); tree++) {
      trees.add(TreeGrower.grow(table, rows, settings, random));
    }
    int[] outside =
        java.util.stream.IntStream.range(0, rows.length).filter(row -> !isInside[row]).toArray();
    return new Bag(rows, trees, outside);
  }

  Table table() {
    return table;
  }

  List<Bag> bags() {
    return bags;
  }

  /** What each bag says of each row of a table of cells: by bag, then row. */
  double[][] predictions(int[][] cells, int rows) {
    double[][] predictions = new double[bags.size()][rows];
    for (int bag = 0; bag < predictions.length; bag++) {
      for (int row = 0; row < rows; row++) {
        predictions[bag][row] = bags.get(bag).predict(cells, row);
      }
    }
    return predictions;
  }

  /** For each row the mean of the bags that have not seen it; NaN if there is none. */
  double[] outOfBag() {
    double[] sums = new double[table.rows()];
    int[] counts = new int[table.rows()];
    for (Bag bag : bags) {
      for (int row : bag.outside()) {
        sums[row] += bag.predict(table.cells(), row);
        counts[row]++;
      }
    }
    Arrays.setAll(sums, row -> counts[row] == 0 ? Double.NaN : sums[row] / counts[row]);
    return sums;
  }

  /**
   * The mean squared error of {@link #outOfBag()}.
   *
   * @param weights by row
   */
  double squaredError(double[] weights) {
    double[] predicted = outOfBag();
    double sum = 0;
    double total = 0;
    for (int row = 0; row < predicted.length; row++) {
      if (!Double.isNaN(predicted[row])) {
        double off = predicted[row] - table.targets()[row];
        sum += weights[row] * off * off;
        total += weights[row];
      }
    }
    return total > 0 ? sum / total : Numbers.variance(table.targets());
  }

  /** The mean over bags of their predictions by row. */
  static double[] mean(double[][] predictions) {
    double[] mean = new double[predictions[0].length];
    for (double[] bag : predictions) {
      for (int row = 0; row < mean.length; row++) {
        mean[row] += bag[row] / predictions.length;
      }
    }
    return mean;
  }

  /**
   * How much each row of the forest's table counts in the mean of its predictions over the rows of
   * another table of cells; the weights sum to 1.
   */
  double[] weights(int[][] cells, int rows) {
    double[] weights = new double[table.rows()];
    for (Bag bag : bags) {
      double each = 1.0 / (bags.size() * bag.trees().size() * (double) rows);
      for (Tree tree : bag.trees()) {
        addWeights(tree, bag.rows(), cells, rows, each, weights);
      }
    }
    return weights;
  }

  private void addWeights(
      Tree tree, int[] drawn, int[][] cells, int rows, double each, double[] weights) {
    double[] ofLeaf = new double[tree.nodes()];
    for (int row = 0; row < rows; row++) {
      ofLeaf[tree.leafOf(cells, row)] += each;
    }
    int[] leaves = Arrays.stream(drawn).map(row -> tree.leafOf(table.cells(), row)).toArray();
    int[] counts = new int[tree.nodes()];
    for (int leaf : leaves) {
      counts[leaf]++;
    }
    for (int i = 0; i < drawn.length; i++) {
      weights[drawn[i]] += ofLeaf[leaves[i]] / counts[leaves[i]];
    }
  }
}
