package dev.evolve.search.process;

import dev.evolve.search.space.Parameter;

/**
 * How far two values of one parameter are apart, as the process sees it: values without an order
 * are the same or not; the distance of ordered ones grows with the logarithm of the places between
 * them, since knobs are mostly powers of two.
 */
final class Axis {

  /** More places than these are taken together. */
  private static final int MOST = 4097;

  /** With more places than these a single step is less than one unit. */
  private static final int FINE = 64;

  private final boolean isOrdered;
  private final long size;

  Axis(Parameter parameter) {
    this.isOrdered = parameter.isOrdered();
    this.size = parameter.size();
  }

  /** True if there is more than one value. */
  boolean isOpen() {
    return size > 1;
  }

  /** A small number for a place. */
  int code(long place) {
    if (size <= MOST) {
      return (int) place;
    }
    return isOrdered
        ? (int) Math.round(place / (double) (size - 1) * (MOST - 1))
        : Long.hashCode(place * 0x9E3779B97F4A7C15L);
  }

  /** Index of two codes into {@link #decays}. */
  int apart(int one, int other) {
    if (isOrdered) {
      return Math.abs(one - other);
    }
    return one == other ? 0 : 1;
  }

  /** The correlation by {@link #apart}, for a rate at which it decays with distance. */
  float[] decays(double rate) {
    int codes = (int) Math.min(size, MOST);
    float[] decays = new float[isOrdered ? codes : 2];
    for (int i = 0; i < decays.length; i++) {
      decays[i] = (float) Math.exp(-rate * distance(i, codes));
    }
    return decays;
  }

  private double distance(int steps, int codes) {
    if (!isOrdered) {
      return steps;
    }
    double units = codes > FINE ? steps * (double) FINE / codes : steps;
    return units < 1 ? units : 1 + 0.5 * Math.log(units) / Math.log(2);
  }
}
