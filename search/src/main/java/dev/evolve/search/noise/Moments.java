package dev.evolve.search.noise;

/**
 * Count, mean and sum of squared deviations of a stream of numbers, by Welford's update (B. P.
 * Welford, Technometrics 4(3), 1962).
 */
final class Moments {

  private int count;
  private double mean;
  private double squares;

  void add(double value) {
    count++;
    double off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
  }

  int count() {
    return count;
  }

  double mean() {
    return mean;
  }

  /** Variance of one value; 0 if there are fewer than two. */
  double variance() {
    return count < 2 ? 0 : squares / (count - 1);
  }
}
