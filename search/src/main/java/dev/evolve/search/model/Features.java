package dev.evolve.search.model;

import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a forest sees of a point: a byte for every column, the bin in which the column's number
 * falls. Bins keep the order of the numbers; where a column has at most {@value #MOST_BINS}
 * different numbers in the sample each has a bin of its own. Columns that order the sample like an
 * earlier one are left out.
 */
public final class Features {

  private static final int MOST_BINS = 255;

  private final List<Columns.Column> columns = new ArrayList<>();
  private final List<double[]> edges = new ArrayList<>();

  /**
   * Fixes columns and bins.
   *
   * @param sample points that stand for the space, at least one
   */
  public Features(Space space, List<Point> sample) {
    long[][] places = sample.stream().map(Point::places).toArray(long[][]::new);
    List<int[]> kept = new ArrayList<>();
    for (Columns.Column column : Columns.of(space)) {
      double[] numbers = Arrays.stream(places).mapToDouble(column::of).toArray();
      double[] bounds = edges(numbers);
      int[] bins = Arrays.stream(numbers).mapToInt(number -> bin(bounds, number)).toArray();
      if (bounds.length > 0 && kept.stream().noneMatch(other -> Arrays.equals(other, bins))) {
        kept.add(bins);
        columns.add(column);
        edges.add(bounds);
      }
    }
  }

  /** How many columns there are. */
  public int size() {
    return columns.size();
  }

  /** Writes the bins of a point. */
  public void encode(Point point, byte[] into, int offset) {
    long[] places = point.places();
    for (int i = 0; i < columns.size(); i++) {
      into[offset + i] = (byte) bin(edges.get(i), columns.get(i).of(places));
    }
  }

  /** The numbers between bins, ascending; none if all numbers are equal. */
  private static double[] edges(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    double[] between = new double[sorted.length];
    int count = 0;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] - sorted[i - 1] > 1e-9) {
        between[count++] = (sorted[i] + sorted[i - 1]) / 2;
      }
    }
    if (count <= MOST_BINS) {
      return Arrays.copyOf(between, count);
    }
    double[] thinned = new double[MOST_BINS];
    for (int i = 0; i < MOST_BINS; i++) {
      thinned[i] = between[(int) ((long) i * count / MOST_BINS)];
    }
    return thinned;
  }

  private static int bin(double[] edges, double number) {
    int low = 0;
    int high = edges.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges[middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
