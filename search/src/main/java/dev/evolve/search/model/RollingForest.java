package dev.evolve.search.model;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A forest that keeps up with a search: each time it learns it grows its oldest trees anew, all of
 * them while there is little to learn from, one of them later, and keeps what every tree says of
 * every row of a pool. So its own time stays small however long the search goes on.
 */
public final class RollingForest {

  private final RandomTree[] trees;
  private final float[][] said;
  private final int features;
  private final int tried;
  private byte[] pool = new byte[0];
  private int poolSize;
  private byte[] columns = new byte[0];
  private int stride;
  private float[] targets = new float[16];
  private int count;
  private int oldest;
  private int grown;
  private int[] order = new int[16];

  /**
   * A forest that has learnt nothing.
   *
   * @param trees how many
   * @param features bins a row
   * @param tried columns to draw at a node
   */
  public RollingForest(int trees, int features, int tried) {
    this.trees = new RandomTree[trees];
    Arrays.setAll(this.trees, i -> new RandomTree());
    this.said = new float[trees][0];
    this.features = features;
    this.tried = tried;
  }

  /** How many trees. */
  public int size() {
    return trees.length;
  }

  /** True once every tree has been grown. */
  public boolean isReady() {
    return grown >= trees.length;
  }

  /**
   * Replaces the rows that it judges.
   *
   * @param rows bins, {@code features} a row; not copied
   */
  public void judge(byte[] rows, int size) {
    pool = rows;
    poolSize = size;
    for (int tree = 0; tree < trees.length; tree++) {
      said[tree] = new float[size];
      if (isReady()) {
        judge(tree);
      }
    }
  }

  private void judge(int tree) {
    float[] sayings = said[tree];
    RandomTree grownTree = trees[tree];
    for (int row = 0; row < poolSize; row++) {
      sayings[row] = grownTree.predict(pool, row * features);
    }
  }

  /** Adds a row to learn from; the number of the row. */
  public int add(byte[] source, int offset, float target) {
    if (count == targets.length) {
      targets = Arrays.copyOf(targets, 2 * count);
    }
    if (count == stride) {
      widen();
    }
    for (int column = 0; column < features; column++) {
      columns[column * stride + count] = source[offset + column];
    }
    targets[count] = target;
    return count++;
  }

  private void widen() {
    int wider = Math.max(64, 2 * stride);
    byte[] copy = new byte[wider * features];
    for (int column = 0; column < features; column++) {
      System.arraycopy(columns, column * stride, copy, column * wider, count);
    }
    columns = copy;
    stride = wider;
  }

  /** Changes what a row is worth. */
  public void set(int row, float target) {
    targets[row] = target;
  }

  /**
   * Grows the oldest trees anew.
   *
   * @param replaced how many of them; all if they were never grown
   */
  public void learn(int replaced, RandomGenerator random) {
    int anew = isReady() ? Math.min(replaced, trees.length) : trees.length;
    if (order.length < count) {
      order = new int[2 * count];
    }
    for (int i = 0; i < anew; i++) {
      for (int row = 0; row < count; row++) {
        order[row] = row;
      }
      trees[oldest].grow(columns, stride, features, targets, order, count, tried, random);
      judge(oldest);
      oldest = (oldest + 1) % trees.length;
      grown++;
    }
  }

  /** What some of the trees say of the rows of the pool, added up; one after the other in a row. */
  public float[][] sayings(int[] chosen) {
    return Arrays.stream(chosen).mapToObj(tree -> said[tree]).toArray(float[][]::new);
  }

  /** What all trees say of a row of the pool, on average. */
  public double mean(int row) {
    double sum = 0;
    for (float[] sayings : said) {
      sum += sayings[row];
    }
    return sum / trees.length;
  }

  /** How much the trees differ on a row of the pool: their standard deviation. */
  public double deviation(int row) {
    double mean = mean(row);
    double squares = 0;
    for (float[] sayings : said) {
      squares += (sayings[row] - mean) * (sayings[row] - mean);
    }
    return Math.sqrt(squares / trees.length);
  }
}
