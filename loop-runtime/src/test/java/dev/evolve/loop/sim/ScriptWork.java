package dev.evolve.loop.sim;

import dev.evolve.loop.WorkPayload;

/** Payloads of a {@link ScriptLoop}. */
public sealed interface ScriptWork extends WorkPayload {

  /**
   * Compute a number.
   *
   * @param seed where it comes from
   * @param fails whether the executor is to fail
   */
  record Compute(long seed, boolean fails) implements ScriptWork {

    /** The number. */
    public long value() {
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
