package dev.evolve.loop.sim;

import dev.evolve.loop.WorkPayload;

/** Payloads of a {@link ScriptLoop}. */
public sealed interface ScriptWork extends WorkPayload {

  /**
   * Compute a number.
   *
   * @param seed where it comes from
   * @param fails whether the executor is to fail
   * @param cached steps whose outcome the executor is expected to have in its cache; what came
   *     after them it has to compute again
   */
  record Compute(long seed, boolean fails, long cached) implements ScriptWork {

    /** The number. */
    public long value() {
      return value(seed);
    }

    /** The number that comes from a seed. */
    static long value(long seed) {
      return Long.rotateLeft(seed * 0x9E3779B97F4A7C15L, 17) ^ seed;
    }
  }

  /**
   * What came of a step.
   *
   * @param value the number, or a hash of the signal
   */
  record Computed(long value) implements ScriptWork {}
}
