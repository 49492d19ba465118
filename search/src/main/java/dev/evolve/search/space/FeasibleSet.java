package dev.evolve.search.space;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The feasible points of a space, listed: each has a row from 0 to {@code size() - 1}. Compact: a
 * row takes as many bits as its places need. Immutable and safe for use by many threads.
 */
public final class FeasibleSet {

  /** Sets of at most so many rows keep the points that were asked for. */
  private static final int MOST_KEPT = 1 << 16;

  private final PackedRows rows;
  private final @Nullable Point[] kept;
  private final Lazy<RowIndex> index;
  private final Lazy<RowTrie> trie;

  /**
   * Lists points.
   *
   * @param points each only once; their order gives the rows
   */
  public FeasibleSet(List<Point> points) {
    this(packed(points));
    if (index.get().twin() >= 0) {
      throw new IllegalArgumentException(at(index.get().twin()) + " is listed twice");
    }
  }

  /** Takes the rows over; each is there once. */
  FeasibleSet(PackedRows rows) {
    this.rows = rows;
    this.kept = new @Nullable Point[rows.size() <= MOST_KEPT ? rows.size() : 0];
    this.index = new Lazy<>(() -> new RowIndex(rows));
    this.trie = new Lazy<>(() -> new RowTrie(rows));
  }

  private static PackedRows packed(List<Point> points) {
    int dimension = points.isEmpty() ? 0 : points.getFirst().dimension();
    long[] sizes = new long[dimension];
    java.util.Arrays.fill(sizes, 1);
    for (Point point : points) {
      for (int i = 0; i < dimension; i++) {
        sizes[i] = Math.max(sizes[i], point.place(i) + 1);
      }
    }
    PackedRows rows = new PackedRows(new PointPacking(sizes));
    points.forEach(point -> rows.add(point.places()));
    return rows;
  }

  /** How many feasible points there are. */
  public int size() {
    return rows.size();
  }

  /** The point of a row. */
  public Point at(int row) {
    Objects.checkIndex(row, size());
    if (row >= kept.length) {
      return made(row);
    }
    // Threads that both find none make equal points, and points are immutable.
    Point known = kept[row];
    if (known == null) {
      known = made(row);
      kept[row] = known;
    }
    return known;
  }

  private Point made(int row) {
    long[] places = new long[rows.packing().dimension()];
    for (int i = 0; i < places.length; i++) {
      places[i] = rows.place(row, i);
    }
    return Point.owning(places);
  }

  /** The place of a parameter in a row; the same as {@code at(row).place(parameter)}. */
  public long place(int row, int parameter) {
    return rows.place(row, parameter);
  }

  /** The row of a point; -1 if it is not feasible. */
  public int rowOf(Point point) {
    return index.get().rowOf(point);
  }

  /** All points in the order of their rows: a view that makes a point when it is asked for. */
  public List<Point> points() {
    return new Points();
  }

  /** For searches among the rows. */
  RowTrie trie() {
    return trie.get();
  }

  private final class Points extends AbstractList<Point> implements RandomAccess {
    @Override
    public Point get(int row) {
      return at(row);
    }

    @Override
    public int size() {
      return FeasibleSet.this.size();
    }
  }
}
