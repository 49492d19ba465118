package dev.evolve.gates.statistics.trend;

/**
 * A curve in bins of equal time: the least memory of each bin, which is what stays after the
 * garbage of that time was collected.
 *
 * @param position middle of each bin as a share of the soak, between 0 and 1, rising
 * @param floor least memory in each bin
 */
record Floors(double[] position, double[] floor) {

  /**
   * Floors over time.
   *
   * @param curve one that has no {@link SoakCurve#problem}
   * @param fromSeconds start of the first bin
   * @param toSeconds end of the last bin
   * @param bins how many
   */
  static Floors of(SoakCurve curve, double fromSeconds, double toSeconds, int bins) {
    double[] seconds = curve.seconds();
    double[] memory = curve.memory();
    double[] position = new double[bins];
    double[] floor = new double[bins];
    java.util.Arrays.fill(floor, Double.POSITIVE_INFINITY);
    for (int bin = 0; bin < bins; bin++) {
      position[bin] = (bin + 0.5) / bins;
    }
    for (int i = 0; i < seconds.length; i++) {
      double share = (seconds[i] - fromSeconds) / (toSeconds - fromSeconds);
      int bin = (int) Math.floor(share * bins);
      if (share >= 0 && share <= 1) {
        bin = Math.min(bins - 1, bin);
        floor[bin] = Math.min(floor[bin], memory[i]);
      }
    }
    return new Floors(position, floor);
  }

  /** True if every bin has a sample. */
  boolean isFull() {
    return java.util.Arrays.stream(floor).allMatch(Double::isFinite);
  }

  /**
   * The candidate's floors above the baseline's, bin by bin: what the work does to both cancels.
   */
  Floors minus(Floors baseline) {
    double[] difference = new double[floor.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = floor[i] - baseline.floor[i];
    }
    return new Floors(position, difference);
  }
}
