package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.ComparisonPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How two revisions are compared.
 *
 * @param floor share by which a metric may be worse before it counts, 0.02 for 2 %
 * @param confidence one-sided confidence of every statement, such as 0.994
 * @param order who ran when, as the caller claims it: A for the baseline, B for the candidate, in
 *     the order of the files; {@code ...} at the end repeats what stands before it; null to take it
 *     from the files
 * @param isWitnessed true if Evolve itself made the runs, in that order and on this machine
 * @param session the longest time between one run and the next
 * @param metrics the metrics to judge; empty for all of which is known which way is better
 * @param lower metrics of which less is better
 * @param higher metrics of which more is better
 */
public record CompareOptions(
    double floor,
    double confidence,
    @Nullable String order,
    boolean isWitnessed,
    Duration session,
    List<String> metrics,
    List<String> lower,
    List<String> higher) {

  /** The floor unless another is named. */
  public static final double STANDARD_FLOOR = ComparisonPolicy.STANDARD.floor();

  /** The confidence unless another is named. */
  public static final double STANDARD_CONFIDENCE = 1 - ComparisonPolicy.STANDARD.alpha();

  /** The longest time between two runs unless another is named. */
  public static final Duration STANDARD_SESSION = Duration.ofHours(1);

  public CompareOptions {
    if (!(floor > 0 && floor <= 10)) {
      throw new IllegalArgumentException(
          "wanted a floor above 0 and up to 1000 %, found " + floor * 100 + " %");
    }
    if (!(confidence >= 0.9 && confidence <= 0.99999)) {
      throw new IllegalArgumentException(
          "wanted a confidence from 90 % to 99.999 %, found " + confidence * 100 + " %");
    }
    if (!session.isPositive()) {
      throw new IllegalArgumentException("wanted a positive session, found " + session);
    }
    metrics = List.copyOf(metrics);
    lower = List.copyOf(lower);
    higher = List.copyOf(higher);
    if (lower.stream().anyMatch(higher::contains)) {
      throw new IllegalArgumentException("a metric is better lower or higher, not both");
    }
  }

  /** What holds unless something else is said. */
  public static CompareOptions standard() {
    return new CompareOptions(
        STANDARD_FLOOR,
        STANDARD_CONFIDENCE,
        null,
        false,
        STANDARD_SESSION,
        List.of(),
        List.of(),
        List.of());
  }

  /** The same with an order that the caller claims. */
  public CompareOptions ordered(String claimed) {
    return new CompareOptions(floor, confidence, claimed, false, session, metrics, lower, higher);
  }

  /** The same with an order in which Evolve itself made the runs. */
  public CompareOptions witnessed(String made) {
    return new CompareOptions(floor, confidence, made, true, session, metrics, lower, higher);
  }

  /** The order that the caller claims, if any. */
  public Optional<String> orderIfAny() {
    return Optional.ofNullable(order);
  }
}
