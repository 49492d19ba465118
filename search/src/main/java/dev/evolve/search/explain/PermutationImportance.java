package dev.evolve.search.explain;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * How much worse a bag predicts the rows outside of it when one feature is shuffled among them,
 * over twice the variance: for independent features and a perfect model that is the feature's total
 * share (Breiman: Random Forests, 2001; Gregorutti, Michel, Saint-Pierre: Correlation and variable
 * importance in random forests, 2017).
 */
final class PermutationImportance {

  private PermutationImportance() {}

  /** By bag and feature. */
  static double[][] byBag(Forest forest, long seed) {
    double variance = Numbers.variance(forest.table().targets());
    SplittableRandom random = new SplittableRandom(seed);
    double[][] losses = new double[forest.bags().size()][forest.table().features()];
    for (int bag = 0; bag < losses.length; bag++) {
      Forest.Bag held = forest.bags().get(bag);
      for (int feature = 0; feature < losses[bag].length && held.outside().length > 1; feature++) {
        double worse = worse(forest.table(), held, feature, random);
        losses[bag][feature] = variance > 0 ? worse / (2 * variance) : 0;
      }
    }
    return losses;
  }

  private static double worse(Table table, Forest.Bag bag, int feature, RandomGenerator random) {
    int[] outside = bag.outside();
    int[] shuffled = shuffled(outside, random);
    int[] cells = table.cells()[feature];
    double worse = 0;
    for (int i = 0; i < outside.length; i++) {
      double target = table.targets()[outside[i]];
      double straight = target - bag.predict(table.cells(), outside[i]);
      double mixed = target - bag.predict(table.cells(), outside[i], feature, cells[shuffled[i]]);
      worse += mixed * mixed - straight * straight;
    }
    return worse / outside.length;
  }

  private static int[] shuffled(int[] rows, RandomGenerator random) {
    int[] shuffled = rows.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int row = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = row;
    }
    return shuffled;
  }
}
