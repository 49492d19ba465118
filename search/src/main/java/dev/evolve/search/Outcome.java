package dev.evolve.search;

/** What came of measuring a point. */
public sealed interface Outcome {

  /**
   * It ran.
   *
   * @param value what is to be made small, such as a time; finite
   * @param standardError of the value; 0 if it is exact, NaN if it is not known
   * @param samples how many measurements the value rests on, at least 1
   */
  record Measured(double value, double standardError, int samples) implements Outcome {
    public Measured {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a measured value is finite, not " + value);
      }
      if (samples < 1) {
        throw new IllegalArgumentException("a value rests on at least one sample, not " + samples);
      }
    }

    /** A value known exactly. */
    public static Measured exactly(double value) {
      return new Measured(value, 0, 1);
    }
  }

  /** It gave no value; its cost was paid. */
  record Failed(Reason reason, String message) implements Outcome {}

  /** Why there is no value. */
  enum Reason {
    /** It did not build. */
    BUILD,
    /** It crashed or gave wrong output. */
    RUN,
    /** It broke a limit of time or memory. */
    LIMIT,
    /** A constraint that only shows when built or run, such as a device's registers. */
    INFEASIBLE,
    /** The machine failed, not the candidate: says nothing about the point. */
    INFRASTRUCTURE
  }
}
