package dev.evolve.search.strategy;

import dev.evolve.search.space.Point;
import java.util.List;

/** How densely points lie around a place, smoothed by {@link Likeness}; up to a factor. */
final class Density {

  /** The weight of what nothing is known about, in points. */
  private static final double EVERYWHERE = 0.5;

  private static final double EVERYWHERE_TOGETHER = 0.05;

  /** Most points that are looked at one by one, evenly spread over all of them. */
  private static final int MOST_POINTS = 200;

  private final Likeness likeness;
  private final List<Point> points;
  private final double[][] logs;
  private final int stride;

  Density(Likeness likeness, List<Point> points) {
    this.likeness = likeness;
    this.points = points;
    this.stride = 1 + points.size() / MOST_POINTS;
    this.logs = new double[likeness.dimension()][];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = likeness.isTabled(i) ? table(i) : new double[0];
    }
  }

  private double[] table(int parameter) {
    double[] counts = new double[likeness.size(parameter)];
    points.forEach(point -> counts[(int) point.place(parameter)]++);
    double[] table = new double[counts.length];
    for (int place = 0; place < table.length; place++) {
      double sum = EVERYWHERE;
      for (int other = 0; other < counts.length; other++) {
        sum += counts[other] * likeness.of(parameter, place, other);
      }
      table[place] = logShare(sum);
    }
    return table;
  }

  private double logShare(double sum) {
    return Math.log(sum / (points.size() + EVERYWHERE));
  }

  /** The logarithm of the density if all parameters were independent. */
  double log(Point at) {
    double sum = 0;
    for (int i = 0; i < logs.length; i++) {
      sum += logs[i].length > 0 ? logs[i][(int) at.place(i)] : untabled(i, at.place(i));
    }
    return sum;
  }

  private double untabled(int parameter, long place) {
    double sum = EVERYWHERE;
    for (int i = 0; i < points.size(); i += stride) {
      sum += stride * likeness.of(parameter, place, points.get(i).place(parameter));
    }
    return logShare(sum);
  }

  /** The logarithm of the density of all parameters together. */
  double logTogether(Point at) {
    double sum = EVERYWHERE_TOGETHER;
    for (Point point : points) {
      double product = 1;
      for (int i = 0; i < logs.length; i++) {
        product *= likeness.of(i, at.place(i), point.place(i));
      }
      sum += product;
    }
    return logShare(sum);
  }
}
