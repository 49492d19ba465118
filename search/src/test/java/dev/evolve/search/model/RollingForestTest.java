package dev.evolve.search.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RollingForestTest {

  private static final int FEATURES = 3;

  private static byte[] row(int a, int b, int c) {
    return new byte[] {(byte) a, (byte) b, (byte) c};
  }

  private static RollingForest learnt(int rows, RandomGenerator random) {
    RollingForest forest = new RollingForest(16, FEATURES, FEATURES);
    for (int i = 0; i < rows; i++) {
      byte[] row = row(random.nextInt(200), random.nextInt(4), random.nextInt(4));
      forest.add(row, 0, (row[0] & 0xff) + 10 * row[1]);
    }
    forest.learn(1, random);
    return forest;
  }

  @Test
  void growsEveryTreeTheFirstTimeAndSaysNothingBefore() {
    RollingForest forest = new RollingForest(16, FEATURES, FEATURES);
    assertFalse(forest.isReady());
    assertTrue(learnt(40, new SplittableRandom(1)).isReady());
  }

  @Test
  void learnsWhatTheRowsHang() {
    RollingForest forest = learnt(400, new SplittableRandom(2));
    forest.judge(new byte[] {10, 0, 1, (byte) 150, 0, 1, 10, 3, 1}, 3);
    assertEquals(10, forest.mean(0), 12);
    assertEquals(150, forest.mean(1), 12);
    assertEquals(40, forest.mean(2), 12);
  }

  @Test
  void isSurerWhereItHasSeenMore() {
    RandomGenerator random = new SplittableRandom(3);
    RollingForest forest = new RollingForest(64, FEATURES, 2);
    for (int i = 0; i < 200; i++) {
      int value = random.nextInt(100);
      forest.add(row(value, 0, 0), 0, value);
    }
    forest.add(row(255, 0, 0), 0, 1_000);
    forest.learn(1, random);
    forest.judge(new byte[] {50, 0, 0, (byte) 180, 0, 0}, 2);
    assertTrue(forest.deviation(1) > 5 * forest.deviation(0));
  }

  @Test
  void growsTheOldestTreesAnewAndKeepsTheOthers() {
    RandomGenerator random = new SplittableRandom(4);
    RollingForest forest = learnt(50, random);
    forest.judge(new byte[] {0, 0, 0}, 1);
    float[][] before = copy(forest);
    for (int i = 0; i < 50; i++) {
      forest.add(row(0, 0, 0), 0, 500);
    }
    forest.learn(2, random);
    float[][] after = copy(forest);
    for (int tree = 0; tree < forest.size(); tree++) {
      assertEquals(tree < 2, before[tree][0] != after[tree][0], "tree " + tree);
    }
  }

  private static float[][] copy(RollingForest forest) {
    float[][] copy = new float[forest.size()][];
    for (int tree = 0; tree < copy.length; tree++) {
      copy[tree] = forest.sayings(new int[] {tree})[0].clone();
    }
    return copy;
  }

  @Test
  void equalTargetsGiveALeaf() {
    RollingForest forest = new RollingForest(4, FEATURES, 2);
    for (int i = 0; i < 10; i++) {
      forest.add(row(i, i, i), 0, 7);
    }
    forest.learn(1, new SplittableRandom(5));
    forest.judge(new byte[] {3, 3, 3}, 1);
    assertEquals(7, forest.mean(0));
    assertEquals(0, forest.deviation(0));
  }
}
