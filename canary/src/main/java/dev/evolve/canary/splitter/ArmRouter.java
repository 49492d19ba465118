package dev.evolve.canary.splitter;

import dev.evolve.measure.Arm;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which arm a request goes to: its number, or its sticky key where it has one, is hashed with the
 * seed into a point between 0 and 1, and the candidate takes the points under its weight. Raising
 * the weight therefore never takes a key away from the candidate. Thread-safe.
 */
final class ArmRouter {

  private final long seed;
  private volatile double weight;

  ArmRouter(long seed) {
    this.seed = seed;
  }

  double weight() {
    return weight;
  }

  void setWeight(double weight) {
    if (!(weight >= 0 && weight <= 1)) {
      throw new IllegalArgumentException("a weight is from 0 to 1, not " + weight);
    }
    this.weight = weight;
  }

  Arm route(long number, @Nullable String stickyKey) {
    long key = stickyKey == null ? number : hash(stickyKey);
    return point(key) < weight ? Arm.CANDIDATE : Arm.BASELINE;
  }

  private double point(long key) {
    return (mix(mix(seed) ^ key) >>> 11) * 0x1.0p-53;
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (next & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The finaliser of SplitMix64: every bit of the input moves every bit of the output. */
  private static long mix(long value) {
    long mixed = value + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
