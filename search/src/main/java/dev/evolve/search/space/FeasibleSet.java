package dev.evolve.search.space;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The feasible points of a space, listed: each has a row from 0 to {@code size() - 1}. */
public final class FeasibleSet {

  private final List<Point> points;
  private final Map<Point, Integer> rows;

  /**
   * Lists points.
   *
   * @param points each only once; their order gives the rows
   */
  public FeasibleSet(List<Point> points) {
    this.points = List.copyOf(points);
    this.rows = HashMap.newHashMap(points.size());
    for (int row = 0; row < this.points.size(); row++) {
      if (rows.put(this.points.get(row), row) != null) {
        throw new IllegalArgumentException(this.points.get(row) + " is listed twice");
      }
    }
  }

  /** How many feasible points there are. */
  public int size() {
    return points.size();
  }

  /** The point of a row. */
  public Point at(int row) {
    return points.get(row);
  }

  /** The row of a point; -1 if it is not feasible. */
  public int rowOf(Point point) {
    return rows.getOrDefault(point, -1);
  }

  /** All points in the order of their rows. */
  public List<Point> points() {
    return points;
  }
}
