package dev.evolve.searches;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Reason;
import org.jspecify.annotations.Nullable;

/**
 * A result as it is told: a value, or why there is none.
 *
 * @param value what is to be made small; null if it failed
 * @param standardError of the value; null if it is not known
 * @param samples how many measurements the value rests on; null for 1
 * @param failure why there is no value; null if there is one
 * @param message of the failure; null for none
 * @param buildSeconds what building took; null for 0
 * @param runSeconds what running took; null for 0
 */
public record ToldResult(
    @Nullable Double value,
    @Nullable Double standardError,
    @Nullable Integer samples,
    @Nullable Reason failure,
    @Nullable String message,
    @Nullable Double buildSeconds,
    @Nullable Double runSeconds) {

  /** Longest message that is kept, in characters. */
  static final int LONGEST_MESSAGE = 200;

  public ToldResult {
    if ((value == null) == (failure == null)) {
      throw new IllegalArgumentException("a result has either a value or a failure");
    }
    if (standardError != null && !(standardError >= 0 && Double.isFinite(standardError))) {
      throw new IllegalArgumentException("a standard error is 0 or more, not " + standardError);
    }
    message =
        message == null || message.length() <= LONGEST_MESSAGE
            ? message
            : message.substring(0, LONGEST_MESSAGE);
  }

  /**
   * What came of it.
   *
   * @throws IllegalArgumentException if the value is not finite or rests on no sample
   */
  Outcome outcome() {
    Outcome.Reason reason = failure;
    if (reason != null) {
      return new Outcome.Failed(reason, message == null ? "" : message);
    }
    return new Outcome.Measured(
        value == null ? Double.NaN : value,
        standardError == null ? Double.NaN : standardError,
        samples == null ? 1 : samples);
  }

  /**
   * What it cost.
   *
   * @throws IllegalArgumentException if that is negative
   */
  Cost cost() {
    return new Cost(buildSeconds == null ? 0 : buildSeconds, runSeconds == null ? 0 : runSeconds);
  }
}
