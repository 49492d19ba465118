package dev.evolve.search.strategy;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.Arrays;

/** The measured values of a search in ascending order: where a value stands among them. */
final class Ranking {

  private double[] values = new double[64];
  private int size;

  /** Takes a trial in; failures have no value and no place. */
  void add(Trial trial) {
    if (trial.outcome() instanceof Outcome.Measured measured) {
      insert(measured.value());
    }
  }

  private void insert(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    int at = firstAtLeast(value);
    System.arraycopy(values, at, values, at + 1, size - at);
    values[at] = value;
    size++;
  }

  /** How many values there are. */
  int size() {
    return size;
  }

  /** How many values are smaller. */
  int smaller(double value) {
    return firstAtLeast(value);
  }

  /** How many values are smaller or equal. */
  int notLarger(double value) {
    return firstAtLeast(Math.nextUp(value));
  }

  /** The share of the values that are smaller: 0 for the best; 0 too while there are none. */
  double quantile(double value) {
    return size == 0 ? 0 : firstAtLeast(value) / (double) size;
  }

  private int firstAtLeast(double value) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
