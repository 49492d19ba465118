package dev.evolve.search.prior;

import java.util.Arrays;
import java.util.List;

/**
 * A model of what knobs do to a response: a mean, an effect of each knob's value, and an effect of
 * each pair of values beyond that, every effect shrunk by how few points it rests on. Fitted by
 * going over the effects in turn, each taking what the others leave (backfitting). It stands in for
 * points that were not measured.
 */
public final class KnobEffects {

  private static final double SHRINK = 3;
  private static final int ROUNDS = 3;

  private final int[] levels;
  private final double[][] single;
  private final double[][][] pairs;
  private double mean;

  private KnobEffects(int[] levels) {
    this.levels = levels;
    this.single = new double[levels.length][];
    this.pairs = new double[levels.length][levels.length][];
    for (int a = 0; a < levels.length; a++) {
      single[a] = new double[levels[a]];
      for (int b = 0; b < a; b++) {
        pairs[a][b] = new double[levels[a] * levels[b]];
      }
    }
  }

  /**
   * Fits the model.
   *
   * @param levels how many values each knob has
   * @param points the number of each knob's value, by point
   * @param responses by point
   */
  public static KnobEffects fit(int[] levels, List<int[]> points, double[] responses) {
    KnobEffects effects = new KnobEffects(levels.clone());
    effects.mean = Arrays.stream(responses).average().orElse(0);
    double[] rest = Arrays.stream(responses).map(response -> response - effects.mean).toArray();
    for (int round = 0; round < ROUNDS; round++) {
      for (int a = 0; a < levels.length; a++) {
        int knob = a;
        refit(effects.single[a], points, rest, point -> point[knob]);
      }
    }
    for (int round = 0; round < ROUNDS - 1; round++) {
      for (int a = 0; a < levels.length; a++) {
        for (int b = 0; b < a; b++) {
          int one = a;
          int other = b;
          refit(
              effects.pairs[a][b],
              points,
              rest,
              point -> point[one] * levels[other] + point[other]);
        }
      }
    }
    return effects;
  }

  /** Which effect of a group a point takes part in. */
  private interface Cell {
    int of(int[] point);
  }

  private static void refit(double[] effects, List<int[]> points, double[] rest, Cell cell) {
    double[] sums = new double[effects.length];
    int[] counts = new int[effects.length];
    for (int i = 0; i < rest.length; i++) {
      int at = cell.of(points.get(i));
      rest[i] += effects[at];
      sums[at] += rest[i];
      counts[at]++;
    }
    for (int at = 0; at < effects.length; at++) {
      effects[at] = sums[at] / (counts[at] + SHRINK);
    }
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= effects[cell.of(points.get(i))];
    }
  }

  /** The expected response of a point. */
  public double of(int[] point) {
    double sum = mean;
    for (int a = 0; a < levels.length; a++) {
      sum += single[a][point[a]];
      for (int b = 0; b < a; b++) {
        sum += pairs[a][b][point[a] * levels[b] + point[b]];
      }
    }
    return sum;
  }

  /** What a knob's value does by itself, against the mean. */
  public double effect(int knob, int level) {
    return single[knob][level];
  }

  /** What two values do together beyond what each does by itself. */
  public double interaction(int knob, int level, int other, int otherLevel) {
    return knob > other
        ? pairs[knob][other][level * levels[other] + otherLevel]
        : pairs[other][knob][otherLevel * levels[knob] + level];
  }

  /**
   * The share of the variance of one half of the points that a model of the other half explains, at
   * least 0, the mean of both ways: whether the response depends on the knobs at all.
   */
  public static double explained(int[] levels, List<int[]> points, double[] responses) {
    return Math.max(
        0, (explained(levels, points, responses, 0) + explained(levels, points, responses, 1)) / 2);
  }

  private static double explained(int[] levels, List<int[]> points, double[] responses, int half) {
    int[] fitted =
        java.util.stream.IntStream.range(0, responses.length)
            .filter(i -> half(i) == half)
            .toArray();
    int[] held =
        java.util.stream.IntStream.range(0, responses.length)
            .filter(i -> half(i) != half)
            .toArray();
    KnobEffects effects =
        fit(
            levels,
            Arrays.stream(fitted).mapToObj(points::get).toList(),
            Arrays.stream(fitted).mapToDouble(i -> responses[i]).toArray());
    double mean = Arrays.stream(held).mapToDouble(i -> responses[i]).average().orElse(0);
    double off = 0;
    double all = 0;
    for (int i : held) {
      double error = responses[i] - effects.of(points.get(i));
      off += error * error;
      all += (responses[i] - mean) * (responses[i] - mean);
    }
    return all == 0 ? 0 : 1 - off / all;
  }

  /** Which half a point is in: as good as drawn, and always the same. */
  private static int half(int number) {
    return (int) (number * 0x9E3779B97F4A7C15L >>> 63);
  }
}
