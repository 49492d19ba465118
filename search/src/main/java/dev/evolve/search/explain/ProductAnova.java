package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.List;

/**
 * The functional ANOVA of a bag's trees over the product space, exact: a leaf is a box, so every
 * marginal is a sum over leaves (Hutter, Hoos, Leyton-Brown: An Efficient Approach for Assessing
 * Hyperparameter Importance, ICML 2014, algorithms 1 and 2). Here of the mean of the bag's trees,
 * not of each tree: its total variance sums over pairs of leaves of different trees as well.
 */
final class ProductAnova {

  private final int[] sizes;
  private final List<Leaves> trees = new ArrayList<>();
  private final double mean;

  private ProductAnova(Forest.Bag bag, int[] sizes) {
    this.sizes = sizes;
    double sum = 0;
    for (Tree tree : bag.trees()) {
      Leaves leaves = tree.boxes(sizes);
      trees.add(leaves);
      sum += leaves.mean();
    }
    this.mean = sum / trees.size();
  }

  /**
   * Takes a bag's function apart.
   *
   * @param paired features whose pairs are wanted, ascending
   */
  static Decomposition of(Forest.Bag bag, int[] sizes, int[] paired) {
    ProductAnova anova = new ProductAnova(bag, sizes);
    int features = sizes.length;
    double[][] marginals = new double[features][];
    double[] first = new double[features];
    for (int feature = 0; feature < features; feature++) {
      marginals[feature] = anova.marginal(feature);
      first[feature] = Numbers.variance(marginals[feature]);
    }
    double[][] pair = new double[features][features];
    for (int i = 0; i < paired.length; i++) {
      for (int j = i + 1; j < paired.length; j++) {
        pair[paired[i]][paired[j]] = anova.interaction(paired[i], paired[j], marginals);
      }
    }
    return new Decomposition(anova.total(), first, pair);
  }

  private double[] marginal(int feature) {
    double[] marginal = new double[sizes[feature]];
    trees.forEach(tree -> tree.addMarginal(feature, marginal));
    for (int cell = 0; cell < marginal.length; cell++) {
      marginal[cell] /= trees.size();
    }
    return marginal;
  }

  private double interaction(int first, int second, double[][] marginals) {
    double[][] joint = new double[sizes[first]][sizes[second]];
    trees.forEach(tree -> tree.addMarginal(first, second, joint));
    double sum = 0;
    for (int row = 0; row < joint.length; row++) {
      for (int column = 0; column < joint[row].length; column++) {
        double beyond =
            joint[row][column] / trees.size()
                - marginals[first][row]
                - marginals[second][column]
                + mean;
        sum += beyond * beyond;
      }
    }
    return sum / (sizes[first] * (double) sizes[second]);
  }

  private double total() {
    double sum = 0;
    for (int i = 0; i < trees.size(); i++) {
      sum += trees.get(i).meanProduct(trees.get(i));
      for (int j = i + 1; j < trees.size(); j++) {
        sum += 2 * trees.get(i).meanProduct(trees.get(j));
      }
    }
    return Math.max(0, sum / (trees.size() * (double) trees.size()) - mean * mean);
  }
}
