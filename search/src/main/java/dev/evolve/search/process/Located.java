package dev.evolve.search.process;

/**
 * A point as the process sees it.
 *
 * @param codes by axis
 * @param features by source of the guide
 */
record Located(int[] codes, double[] features) {

  int code(int axis) {
    return codes[axis];
  }

  /** What sources that are believed so much expect here. */
  double expected(double[] beliefs) {
    double expected = 0;
    for (int f = 0; f < features.length; f++) {
      expected += beliefs[f] * features[f];
    }
    return expected;
  }
}
