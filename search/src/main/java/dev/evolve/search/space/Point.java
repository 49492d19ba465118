package dev.evolve.search.space;

import java.util.Arrays;

/**
 * A place in a space: for every parameter, in the order of the space, the place of its value.
 * Immutable, equal by value. Two texts of one configuration are one point, so that it is never paid
 * for twice.
 */
public final class Point {

  private final long[] places;
  private final int hash;

  private Point(long[] places) {
    this.places = places;
    this.hash = Arrays.hashCode(places);
  }

  /** The point at these places; the array is copied. */
  public static Point of(long... places) {
    return new Point(places.clone());
  }

  /** The point at these places; the array is taken over and must not change any more. */
  static Point owning(long[] places) {
    return new Point(places);
  }

  /** How many parameters there are. */
  public int dimension() {
    return places.length;
  }

  /** The place of a parameter's value. */
  public long place(int parameter) {
    return places[parameter];
  }

  /** A copy of all places. */
  public long[] places() {
    return places.clone();
  }

  /** This with one place replaced. */
  public Point with(int parameter, long place) {
    long[] changed = places.clone();
    changed[parameter] = place;
    return new Point(changed);
  }

  /** In how many parameters two points differ. */
  public int distance(Point other) {
    int different = 0;
    for (int i = 0; i < places.length; i++) {
      different += places[i] == other.places[i] ? 0 : 1;
    }
    return different;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Point point && Arrays.equals(places, point.places);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(places);
  }
}
