package dev.evolve.tuning;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a search was told of a configuration, as it is stored.
 *
 * @param order how much had happened in the search before: proposals and results
 * @param value candidate over baseline, smaller is better; null if it failed
 * @param standardError of the value; null if it is not known
 * @param samples pairs of runs behind the value; 0 if it failed
 * @param failure why there is no value; null if there is one
 * @param message of the failure; empty if there is none
 * @param buildSeconds what building took
 * @param runSeconds what running took, both arms
 * @param binarySha256 hash of what was built; null if nothing was
 * @param sameAs who was measured with this binary, so that this was not; null if this was
 */
public record TrialResult(
    long order,
    @Nullable Double value,
    @Nullable Double standardError,
    int samples,
    Outcome.@Nullable Reason failure,
    String message,
    double buildSeconds,
    double runSeconds,
    @Nullable String binarySha256,
    @Nullable String sameAs) {

  /** The result of an outcome. */
  public static TrialResult of(
      long order,
      Outcome outcome,
      Cost cost,
      @Nullable String binarySha256,
      @Nullable String sameAs) {
    return switch (outcome) {
      case Outcome.Measured measured ->
          new TrialResult(
              order,
              measured.value(),
              Double.isNaN(measured.standardError()) ? null : measured.standardError(),
              measured.samples(),
              null,
              "",
              cost.buildSeconds(),
              cost.runSeconds(),
              binarySha256,
              sameAs);
      case Outcome.Failed failed ->
          new TrialResult(
              order,
              null,
              null,
              0,
              failed.reason(),
              failed.message(),
              cost.buildSeconds(),
              cost.runSeconds(),
              binarySha256,
              sameAs);
    };
  }

  /** What came of it. */
  public Outcome outcome() {
    if (value != null) {
      return new Outcome.Measured(
          value, standardError == null ? Double.NaN : standardError, Math.max(1, samples));
    }
    return new Outcome.Failed(failure == null ? Outcome.Reason.RUN : failure, message);
  }

  /** What it cost. */
  public Cost cost() {
    return new Cost(buildSeconds, runSeconds);
  }

  /** True if it says something of the candidate: the machine did not fail. */
  public boolean saysSomething() {
    return failure != Outcome.Reason.INFRASTRUCTURE;
  }
}
