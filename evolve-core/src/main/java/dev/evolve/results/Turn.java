package dev.evolve.results;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one arm ran in one go, without the other arm in between: one process, or several one after
 * the other. A turn gives one value a metric, whatever number of processes and iterations it has.
 *
 * @param place file and, if it holds several turns, which
 * @param time when, as the file says it; null if it does not
 * @param surroundings of how its values came about
 * @param measurements in the order of the file
 * @param failures benchmarks that did not end well, each in a sentence
 */
public record Turn(
    String place,
    @Nullable Instant time,
    Surroundings surroundings,
    List<Measurement> measurements,
    List<String> failures) {

  public Turn {
    measurements = List.copyOf(measurements);
    failures = List.copyOf(failures);
  }

  /** When, if the file says it. */
  public Optional<Instant> timeIfAny() {
    return Optional.ofNullable(time);
  }
}
