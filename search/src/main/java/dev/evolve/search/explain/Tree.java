package dev.evolve.search.explain;

import java.util.Arrays;

/**
 * A regression tree over cells. Every inner node sends a set of cells of one feature to the left;
 * so a leaf covers a box: for every feature a set of cells.
 */
final class Tree {

  private int[] feature = new int[16];
  private long[] left = new long[16];
  private int[] leftChild = new int[16];
  private int[] rightChild = new int[16];
  private double[] value = new double[16];
  private int nodes;

  /** Adds a leaf; the number of the node. */
  int leaf(double mean) {
    if (nodes == value.length) {
      feature = Arrays.copyOf(feature, 2 * nodes);
      left = Arrays.copyOf(left, 2 * nodes);
      leftChild = Arrays.copyOf(leftChild, 2 * nodes);
      rightChild = Arrays.copyOf(rightChild, 2 * nodes);
      value = Arrays.copyOf(value, 2 * nodes);
    }
    feature[nodes] = -1;
    value[nodes] = mean;
    return nodes++;
  }

  /** Makes a leaf an inner node. */
  void split(int node, int onFeature, long toLeft, int leftNode, int rightNode) {
    feature[node] = onFeature;
    left[node] = toLeft;
    leftChild[node] = leftNode;
    rightChild[node] = rightNode;
  }

  /** What the tree says of a row of a table of cells. */
  double predict(int[][] cells, int row) {
    return value[leafOf(cells, row)];
  }

  /** The node of the leaf in which a row of a table of cells ends. */
  int leafOf(int[][] cells, int row) {
    int node = 0;
    while (feature[node] >= 0) {
      boolean isLeft = (left[node] >>> cells[feature[node]][row] & 1) == 1;
      node = isLeft ? leftChild[node] : rightChild[node];
    }
    return node;
  }

  int nodes() {
    return nodes;
  }

  /** What the tree says of a row in which one feature has another cell. */
  double predict(int[][] cells, int row, int changed, int cell) {
    int node = 0;
    while (feature[node] >= 0) {
      int here = feature[node] == changed ? cell : cells[feature[node]][row];
      node = (left[node] >>> here & 1) == 1 ? leftChild[node] : rightChild[node];
    }
    return value[node];
  }

  int leaves() {
    return (nodes + 1) / 2;
  }

  /** Boxes and values of all leaves. */
  Leaves boxes(int[] sizes) {
    Leaves leaves = new Leaves(sizes, leaves());
    long[] all = Arrays.stream(sizes).mapToLong(Tree::everyCell).toArray();
    collect(0, all, leaves);
    return leaves;
  }

  private static long everyCell(int size) {
    return size == Long.SIZE ? -1L : (1L << size) - 1;
  }

  private void collect(int node, long[] box, Leaves leaves) {
    int on = feature[node];
    if (on < 0) {
      leaves.add(box, value[node]);
      return;
    }
    long whole = box[on];
    box[on] = whole & left[node];
    collect(leftChild[node], box, leaves);
    box[on] = whole & ~left[node];
    collect(rightChild[node], box, leaves);
    box[on] = whole;
  }
}
