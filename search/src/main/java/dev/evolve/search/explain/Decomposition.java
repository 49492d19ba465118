package dev.evolve.search.explain;

/**
 * A function's variance taken apart.
 *
 * @param total variance
 * @param first by feature: variance of the mean given its cell
 * @param pair by two features, first below second: what they explain together beyond each alone
 */
record Decomposition(double total, double[] first, double[][] pair) {

  /** The share of the total variance that a feature explains alone; 0 if nothing varies. */
  double share(int feature) {
    return total > 0 ? first[feature] / total : 0;
  }

  /** The share of the total variance that is between two features. */
  double share(int one, int other) {
    return total > 0 ? pair[one][other] / total : 0;
  }
}
