package dev.evolve.gates.statistics.change;

import java.util.ArrayList;
import java.util.List;

/**
 * Stretches of a series in which a change is looked for: layer by layer shorter, so that around
 * every change there is one without another.
 *
 * <p>Source: S. Kovács, P. Bühlmann, H. Li and A. Munk, "Seeded binary segmentation", Biometrika
 * 110 (2023), with decay √½.
 */
final class SeededIntervals {

  private static final double DECAY = Math.sqrt(0.5);

  private SeededIntervals() {}

  /** An interval {@code [start, end)}. */
  record Interval(int start, int end) {

    int length() {
      return end - start;
    }

    boolean isDividedBy(int index) {
      return start < index && index < end;
    }
  }

  static List<Interval> of(int size, int shortest) {
    List<Interval> intervals = new ArrayList<>();
    for (double length = size; length >= shortest; length *= DECAY) {
      int number = length == size ? 1 : 2 * (int) Math.ceil(size / length) - 1;
      double gap = number == 1 ? 0 : (size - length) / (number - 1);
      for (int i = 0; i < number; i++) {
        int start = (int) Math.floor(i * gap);
        int end = (int) Math.min(size, Math.ceil(i * gap + length));
        intervals.add(new Interval(start, end));
      }
    }
    return intervals;
  }
}
