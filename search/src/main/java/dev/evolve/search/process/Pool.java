package dev.evolve.search.process;

import dev.evolve.search.space.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The points among which the next is chosen, laid out by axis for speed. */
final class Pool {

  private final List<Point> points;
  private final Map<Point, Integer> rows;
  private final int[][] codes;
  private final int[][] distinct;
  private final float[][] features;

  /** Lays points out; each only once. */
  Pool(List<Point> points, Landmarks landmarks) {
    this.points = points;
    this.rows = HashMap.newHashMap(points.size());
    int axes = landmarks.axes().size();
    this.codes = new int[axes][points.size()];
    this.distinct = new int[axes][];
    this.features = new float[landmarks.features()][points.size()];
    for (int row = 0; row < points.size(); row++) {
      rows.put(points.get(row), row);
      fill(row, landmarks.locate(points.get(row)));
    }
    for (int d = 0; d < axes; d++) {
      distinct[d] = compact(codes[d]);
    }
  }

  private void fill(int row, Located point) {
    for (int d = 0; d < codes.length; d++) {
      codes[d][row] = point.code(d);
    }
    for (int f = 0; f < features.length; f++) {
      features[f][row] = (float) point.features()[f];
    }
  }

  /** Replaces codes by their number among the distinct ones, which are given back. */
  private static int[] compact(int[] codes) {
    int[] distinct = java.util.Arrays.stream(codes).sorted().distinct().toArray();
    for (int i = 0; i < codes.length; i++) {
      codes[i] = java.util.Arrays.binarySearch(distinct, codes[i]);
    }
    return distinct;
  }

  int size() {
    return points.size();
  }

  Point at(int row) {
    return points.get(row);
  }

  /** The row of a point; -1 if it is not here. */
  int rowOf(Point point) {
    return rows.getOrDefault(point, -1);
  }

  int[] codes(int axis) {
    return codes[axis];
  }

  int[] distinct(int axis) {
    return distinct[axis];
  }

  int features() {
    return features.length;
  }

  float[] feature(int number) {
    return features[number];
  }

  /** What sources that are believed so much expect of a row. */
  float expected(int row, double[] beliefs) {
    double expected = 0;
    for (int f = 0; f < features.length; f++) {
      expected += beliefs[f] * features[f][row];
    }
    return (float) expected;
  }
}
