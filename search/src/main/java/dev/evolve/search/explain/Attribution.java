package dev.evolve.search.explain;

import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Shares the difference of a function at two points among the parameters in which they differ: the
 * mean of what each changes over the orders in which they can be changed (the Shapley value against
 * a baseline; Sundararajan, Najmi: The many Shapley values for model explanation, ICML 2020). All
 * subsets are gone through up to {@value #EXACT} parameters, beyond that {@value #ORDERS} orders
 * and their reverses. The shares add up to the difference.
 */
final class Attribution {

  private static final int EXACT = 8;
  private static final int ORDERS = 32;

  private Attribution() {}

  /** By position in the list of differing parameters. */
  static double[] of(
      ToDoubleFunction<Point> function, Point from, Point to, List<Integer> differing, long seed) {
    return differing.size() <= EXACT
        ? exact(function, from, to, differing)
        : sampled(function, from, to, differing, seed);
  }

  private static double[] exact(
      ToDoubleFunction<Point> function, Point from, Point to, List<Integer> differing) {
    int count = differing.size();
    double[] values = new double[1 << count];
    for (int set = 0; set < values.length; set++) {
      values[set] = function.applyAsDouble(mixed(from, to, differing, set));
    }
    double[] shares = new double[count];
    for (int set = 0; set < values.length; set++) {
      double weight = weight(Integer.bitCount(set), count);
      for (int i = 0; i < count; i++) {
        if ((set >> i & 1) == 0) {
          shares[i] += weight * (values[set | 1 << i] - values[set]);
        }
      }
    }
    return shares;
  }

  /** size! (count - size - 1)! / count! */
  private static double weight(int size, int count) {
    double weight = 1.0 / count;
    for (int i = 1; i <= size; i++) {
      weight *= i / (double) (count - i);
    }
    return weight;
  }

  private static Point mixed(Point from, Point to, List<Integer> differing, int set) {
    Point mixed = from;
    for (int i = 0; i < differing.size(); i++) {
      if ((set >> i & 1) == 1) {
        mixed = mixed.with(differing.get(i), to.place(differing.get(i)));
      }
    }
    return mixed;
  }

  private static double[] sampled(
      ToDoubleFunction<Point> function, Point from, Point to, List<Integer> differing, long seed) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < differing.size(); i++) {
      order.add(i);
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] shares = new double[differing.size()];
    for (int i = 0; i < ORDERS; i++) {
      Collections.shuffle(order, random);
      addOrder(function, from, to, differing, order, shares);
      addOrder(function, from, to, differing, order.reversed(), shares);
    }
    return shares;
  }

  private static void addOrder(
      ToDoubleFunction<Point> function,
      Point from,
      Point to,
      List<Integer> differing,
      List<Integer> order,
      double[] shares) {
    Point point = from;
    double before = function.applyAsDouble(point);
    for (int i : order) {
      int parameter = differing.get(i);
      point = point.with(parameter, to.place(parameter));
      double after = function.applyAsDouble(point);
      shares[i] += (after - before) / (2.0 * ORDERS);
      before = after;
    }
  }
}
