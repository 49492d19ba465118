package dev.evolve.search.space;

import java.util.Arrays;
import java.util.TreeSet;

/** The places around a place of one parameter, and how far two places are from one another. */
final class NearPlaces {

  /** Most other places of a parameter that are looked at in a Hamming neighbourhood. */
  private static final int MOST = 256;

  /** Steps of real parameters, as shares of their scale. */
  private static final long[] REAL_STEPS = {1, 32, 256};

  private static final long[] ONE_STEP = {1};

  private NearPlaces() {}

  /** The other places that a neighbourhood allows, ascending. */
  static long[] of(Parameter parameter, long place, Neighbourhood neighbourhood) {
    if (parameter.size() == 1) {
      return new long[0];
    }
    if (parameter instanceof Parameter.Permutation permutation) {
      return orders(permutation, place, neighbourhood);
    }
    boolean any = neighbourhood == Neighbourhood.HAMMING || !parameter.isOrdered();
    return any ? others(parameter.size(), place) : steps(parameter, place);
  }

  private static long[] steps(Parameter parameter, long place) {
    long[] steps = parameter instanceof Parameter.Real ? REAL_STEPS : ONE_STEP;
    long[] near = new long[2 * steps.length];
    int size = 0;
    for (int i = steps.length - 1; i >= 0; i--) {
      if (place - steps[i] >= 0) {
        near[size++] = place - steps[i];
      }
    }
    for (long step : steps) {
      if (place + step < parameter.size()) {
        near[size++] = place + step;
      }
    }
    return Arrays.copyOf(near, size);
  }

  /** All others where they are few; else near ones, and a grid over the rest. */
  private static long[] others(long size, long place) {
    if (size > MOST + 1) {
      return someOthers(size, place);
    }
    long[] others = new long[(int) size - 1];
    for (int i = 0; i < others.length; i++) {
      others[i] = i < place ? i : i + 1;
    }
    return others;
  }

  private static long[] someOthers(long size, long place) {
    TreeSet<Long> others = new TreeSet<>();
    for (long step = 1; step < size && step > 0; step *= 2) {
      others.add(Math.max(0, place - step));
      others.add(place < size - step ? place + step : size - 1);
    }
    int grid = MOST / 2;
    for (int i = 0; i < grid; i++) {
      others.add(Math.min(size - 1, Math.round((size - 1) / (double) (grid - 1) * i)));
    }
    others.remove(place);
    return others.stream().mapToLong(Long::longValue).toArray();
  }

  /** Two neighbours swapped; in a Hamming neighbourhood also any item moved to any position. */
  private static long[] orders(
      Parameter.Permutation permutation, long place, Neighbourhood neighbourhood) {
    int[] order = permutation.order(place);
    int reach = neighbourhood == Neighbourhood.HAMMING ? order.length : 1;
    TreeSet<Long> orders = new TreeSet<>();
    for (int from = 0; from < order.length; from++) {
      for (int to = Math.max(0, from - reach);
          to < Math.min(order.length, from + reach + 1);
          to++) {
        orders.add(permutation.placeOf(moved(order, from, to)));
      }
    }
    orders.remove(place);
    return orders.stream().mapToLong(Long::longValue).toArray();
  }

  private static int[] moved(int[] order, int from, int to) {
    int[] moved = order.clone();
    int item = moved[from];
    if (from < to) {
      System.arraycopy(moved, from + 1, moved, from, to - from);
    } else {
      System.arraycopy(moved, to, moved, to + 1, from - to);
    }
    moved[to] = item;
    return moved;
  }

  /** How far two different places are from one another, above 0 and at most 1. */
  static double far(Parameter parameter, long one, long other) {
    if (parameter instanceof Parameter.Permutation permutation) {
      return disorder(permutation, one, other);
    }
    return parameter.isOrdered() ? Math.abs((double) one - other) / parameter.size() : 1;
  }

  /** The share of the pairs of items that the two orders have the other way round. */
  private static double disorder(Parameter.Permutation permutation, long one, long other) {
    int[] first = permutation.order(one);
    int[] second = new int[first.length];
    int[] order = permutation.order(other);
    for (int i = 0; i < order.length; i++) {
      second[order[i]] = i;
    }
    int swapped = 0;
    for (int i = 0; i < first.length; i++) {
      for (int j = i + 1; j < first.length; j++) {
        swapped += second[first[i]] > second[first[j]] ? 1 : 0;
      }
    }
    return 2.0 * swapped / (first.length * (first.length - 1.0));
  }
}
