package dev.evolve.search.model;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * An extremely randomised regression tree: at every node a few columns are drawn, each with a
 * threshold drawn uniformly between the smallest and the largest bin there, and the best of them
 * splits.
 *
 * <p>Source: P. Geurts, D. Ernst, L. Wehenkel, Extremely randomized trees, Machine Learning 63
 * (2006), doi 10.1007/s10994-006-6226-1.
 */
final class RandomTree {

  private static final int LEAF = -1;

  private int[] split = new int[64];
  private int[] child = new int[64];
  private float[] value = new float[64];
  private int nodes;

  /**
   * Grows the tree anew.
   *
   * @param columns bins, one column after the other: those of a column lie together, since a split
   *     looks at many rows of a few columns
   * @param stride from the beginning of a column to the next one's
   * @param features how many columns
   * @param targets a number for every row
   * @param order the rows to learn from; is shuffled
   * @param count how many of them
   * @param tried columns to draw at a node
   */
  void grow(
      byte[] columns,
      int stride,
      int features,
      float[] targets,
      int[] order,
      int count,
      int tried,
      RandomGenerator random) {
    nodes = 1;
    new Growth(columns, stride, features, targets, order, tried, random).grow(0, 0, count);
  }

  /** The tree's number for a row of bins that begins at an offset. */
  float predict(byte[] rows, int offset) {
    int node = 0;
    int below = child[0];
    while (below != LEAF) {
      int at = split[node];
      node = (rows[offset + (at >>> 8)] & 0xff) <= (at & 0xff) ? below : below + 1;
      below = child[node];
    }
    return value[node];
  }

  private int addChildren() {
    if (nodes + 2 > split.length) {
      int length = 2 * split.length;
      split = Arrays.copyOf(split, length);
      child = Arrays.copyOf(child, length);
      value = Arrays.copyOf(value, length);
    }
    nodes += 2;
    return nodes - 2;
  }

  /** One growing of the tree. */
  private final class Growth {
    private final byte[] columns;
    private final int stride;
    private final int features;
    private final float[] targets;
    private final int[] order;
    private final int tried;
    private final RandomGenerator random;
    private int bestColumn;
    private int bestThreshold;

    Growth(
        byte[] columns,
        int stride,
        int features,
        float[] targets,
        int[] order,
        int tried,
        RandomGenerator random) {
      this.columns = columns;
      this.stride = stride;
      this.features = features;
      this.targets = targets;
      this.order = order;
      this.tried = tried;
      this.random = random;
    }

    void grow(int node, int from, int to) {
      float sum = 0;
      float smallest = Float.POSITIVE_INFINITY;
      float largest = Float.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        float target = targets[order[i]];
        sum += target;
        smallest = Math.min(smallest, target);
        largest = Math.max(largest, target);
      }
      value[node] = sum / (to - from);
      child[node] = LEAF;
      if (largest - smallest > 1e-7f && choose(from, to, sum)) {
        int column = bestColumn;
        int threshold = bestThreshold;
        int middle = partition(from, to, column, threshold);
        int below = addChildren();
        split[node] = column << 8 | threshold;
        child[node] = below;
        grow(below, from, middle);
        grow(below + 1, middle, to);
      }
    }

    private boolean choose(int from, int to, float sum) {
      float bestGain = 1e-9f;
      bestColumn = -1;
      int useful = 0;
      for (int draw = 0; draw < 3 * tried && useful < tried; draw++) {
        int column = random.nextInt(features);
        int smallest = 256;
        int largest = -1;
        for (int i = from; i < to; i++) {
          int bin = bin(i, column);
          smallest = Math.min(smallest, bin);
          largest = Math.max(largest, bin);
        }
        if (smallest == largest) {
          continue;
        }
        useful++;
        int threshold = smallest + random.nextInt(largest - smallest);
        float gain = gain(from, to, column, threshold, sum);
        if (gain > bestGain) {
          bestGain = gain;
          bestColumn = column;
          bestThreshold = threshold;
        }
      }
      return bestColumn >= 0;
    }

    /** By how much the sum of squares around the means falls. */
    private float gain(int from, int to, int column, int threshold, float sum) {
      float left = 0;
      int count = 0;
      for (int i = from; i < to; i++) {
        if (bin(i, column) <= threshold) {
          left += targets[order[i]];
          count++;
        }
      }
      float right = sum - left;
      return left * left / count + right * right / (to - from - count) - sum * sum / (to - from);
    }

    private int partition(int from, int to, int column, int threshold) {
      int middle = from;
      for (int i = from; i < to; i++) {
        if (bin(i, column) <= threshold) {
          int row = order[i];
          order[i] = order[middle];
          order[middle++] = row;
        }
      }
      return middle;
    }

    private int bin(int position, int column) {
      return columns[column * stride + order[position]] & 0xff;
    }
  }
}
