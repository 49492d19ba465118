package dev.evolve.search.explain;

import dev.evolve.search.space.Point;
import java.util.List;

/**
 * What a model learns from.
 *
 * @param sizes number of cells by feature
 * @param cells cell by feature and row
 * @param targets by row
 */
record Table(int[] sizes, int[][] cells, double[] targets) {

  static Table of(List<Feature> features, List<Point> points, double[] targets) {
    int[] sizes = features.stream().mapToInt(Feature::cells).toArray();
    return new Table(sizes, cells(features, points), targets);
  }

  /** Cells by feature and row. */
  static int[][] cells(List<Feature> features, List<Point> points) {
    int[][] cells = new int[features.size()][points.size()];
    for (int feature = 0; feature < cells.length; feature++) {
      for (int row = 0; row < points.size(); row++) {
        cells[feature][row] = features.get(feature).cellOf(points.get(row));
      }
    }
    return cells;
  }

  int rows() {
    return targets.length;
  }

  int features() {
    return sizes.length;
  }
}
