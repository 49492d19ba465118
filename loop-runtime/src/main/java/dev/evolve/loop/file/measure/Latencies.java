package dev.evolve.loop.file.measure;

import java.util.Arrays;

/**
 * Latencies of one thing that was done again and again.
 *
 * @param samples how often
 * @param p50Us half of them are at most this, in microseconds
 * @param p99Us 99 of 100 are at most this, in microseconds
 */
public record Latencies(int samples, double p50Us, double p99Us) {

  static Latencies of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latencies(sorted.length, at(sorted, 0.50), at(sorted, 0.99));
  }

  private static double at(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, index)] / 1e3;
  }
}
