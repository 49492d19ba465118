package dev.evolve.search.objective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The exact hypervolume of points against a reference point: the volume of what they dominate and
 * the reference bounds. By the WFG algorithm (L. While, L. Bradstreet, L. Barone, A Fast Way of
 * Calculating Exact Hypervolumes, IEEE Transactions on Evolutionary Computation 16(1), 2012): the
 * sum over the points of what each adds to those after it, where that is its own box less the
 * hypervolume of the later points, limited to the box. Two objectives are swept.
 */
public final class Hypervolume {

  private Hypervolume() {}

  /**
   * The hypervolume.
   *
   * @param points small is good; those that are not better than the reference in every objective
   *     count for nothing
   * @param reference finite
   */
  public static double of(List<double[]> points, double[] reference) {
    if (!Arrays.stream(reference).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "a reference point is finite, not " + Arrays.toString(reference));
    }
    List<double[]> inside = new ArrayList<>();
    for (double[] point : points) {
      if (point.length != reference.length) {
        throw new IllegalArgumentException(
            "a point of " + point.length + " objectives and a reference of " + reference.length);
      }
      if (isInside(point, reference)) {
        inside.add(point);
      }
    }
    return volume(front(inside), reference);
  }

  private static boolean isInside(double[] point, double[] reference) {
    for (int i = 0; i < point.length; i++) {
      if (!(point[i] < reference[i])) {
        return false;
      }
    }
    return true;
  }

  private static List<double[]> front(List<double[]> points) {
    List<double[]> front = new ArrayList<>();
    for (double[] point : points) {
      if (front.stream().noneMatch(other -> ParetoFront.isNoWorse(other, point))) {
        front.removeIf(other -> ParetoFront.isNoWorse(point, other));
        front.add(point);
      }
    }
    return front;
  }

  private static double volume(List<double[]> front, double[] reference) {
    if (front.isEmpty()) {
      return 0;
    }
    int last = reference.length - 1;
    // Worst first in one objective, so that limiting the later points leaves few of them.
    front.sort(Comparator.comparingDouble((double[] point) -> point[last]).reversed());
    if (reference.length == 2) {
      return sweep(front, reference);
    }
    double volume = 0;
    for (int i = 0; i < front.size(); i++) {
      double[] point = front.get(i);
      volume += box(point, reference) - volume(limited(front, i), reference);
    }
    return volume;
  }

  /** From the worst to the best in the second objective, so from the best in the first. */
  private static double sweep(List<double[]> front, double[] reference) {
    double area = 0;
    double ceiling = reference[1];
    for (double[] point : front) {
      area += (reference[0] - point[0]) * (ceiling - point[1]);
      ceiling = point[1];
    }
    return area;
  }

  private static double box(double[] point, double[] reference) {
    double volume = 1;
    for (int i = 0; i < point.length; i++) {
      volume *= reference[i] - point[i];
    }
    return volume;
  }

  private static List<double[]> limited(List<double[]> front, int index) {
    double[] point = front.get(index);
    List<double[]> limited = new ArrayList<>();
    for (double[] later : front.subList(index + 1, front.size())) {
      double[] worse = new double[point.length];
      for (int i = 0; i < worse.length; i++) {
        worse[i] = Math.max(point[i], later[i]);
      }
      limited.add(worse);
    }
    return front(limited);
  }
}
