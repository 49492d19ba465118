package dev.evolve.gates.statistics.trend;

/**
 * How growth of memory is told from everything else that memory does.
 *
 * @param bins bins of equal time, of which each gives its least memory
 * @param confidence one-sided confidence of each bound, such as 0.98
 * @param power share of soaks in which the minimum detectable leak is found
 * @param resamples resamples of the bootstrap
 * @param block bins in a block of the bootstrap
 * @param seed seed of the bootstrap: the same curves give the same verdict
 */
public record LeakRule(
    int bins, double confidence, double power, int resamples, int block, long seed) {

  /** Fewest bins that carry a trend with a warm-up and a step beside it. */
  public static final int FEWEST_BINS = 16;

  /** The rule that the bench measures: 32 bins, 98 %, 80 %, 400 resamples of 5 bins. */
  public static final LeakRule DEFAULT = new LeakRule(32, 0.98, 0.8, 400, 5, 5);

  public LeakRule {
    if (bins < FEWEST_BINS || block < 1 || block > bins / 4 || resamples < 50) {
      throw new IllegalArgumentException(
          "wanted %d bins or more, blocks of at most a quarter of them and 50 resamples or more; found %d, %d, %d"
              .formatted(FEWEST_BINS, bins, block, resamples));
    }
    if (!(confidence > 0.5 && confidence < 1) || !(power > 0.5 && power < 1)) {
      throw new IllegalArgumentException(
          "wanted confidence and power between 0.5 and 1, found " + confidence + ", " + power);
    }
  }

  /** Fewest samples of a curve: two in each bin. */
  public int minimumSamples() {
    return 2 * bins;
  }
}
