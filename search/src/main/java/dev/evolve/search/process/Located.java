package dev.evolve.search.process;

/**
 * A point as the process sees it.
 *
 * @param codes by axis
 * @param features of the guide
 * @param expected by the guide
 */
record Located(int[] codes, double[] features, double expected) {

  int code(int axis) {
    return codes[axis];
  }
}
