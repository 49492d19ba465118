package dev.evolve.app.tune;

import dev.evolve.search.Strategy;
import dev.evolve.search.objective.Caps;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.strategy.Strategies;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be tuned, apart from the space.
 *
 * @param command run by a shell for every configuration
 * @param build run before it once; null if there is nothing to build
 * @param metric name of the metric that counts; null for the number on the last line
 * @param unit unit of the metric where the command prints none
 * @param isMaximised true if more is better
 * @param repeats how often the command is run for a configuration; 0 if a race decides
 * @param timeLimit of one run of the command
 * @param buildLimit of one run of the build
 * @param strategy name of the strategy
 * @param seed of all chance
 * @param preferences what is wanted of several metrics at once, held against the start; null if one
 *     metric counts
 * @param prior what was measured elsewhere
 * @param caps on power and heat; a run above them does not count
 */
public record TuneRequest(
    String command,
    @Nullable String build,
    @Nullable String metric,
    String unit,
    boolean isMaximised,
    int repeats,
    Duration timeLimit,
    Duration buildLimit,
    String strategy,
    long seed,
    @Nullable Preferences preferences,
    Prior prior,
    Caps caps) {

  /** Of one metric, from a cold start, whatever the machine draws. */
  public TuneRequest(
      String command,
      @Nullable String build,
      @Nullable String metric,
      String unit,
      boolean isMaximised,
      int repeats,
      Duration timeLimit,
      Duration buildLimit,
      String strategy,
      long seed) {
    this(
        command,
        build,
        metric,
        unit,
        isMaximised,
        repeats,
        timeLimit,
        buildLimit,
        strategy,
        seed,
        null,
        Prior.NONE,
        Caps.NONE);
  }

  /** The same for several metrics: what counts is their score, 1 for the start. */
  public TuneRequest wanting(Preferences several) {
    return new TuneRequest(
        command,
        build,
        "score",
        "of the start",
        false,
        repeats,
        timeLimit,
        buildLimit,
        strategy,
        seed,
        several,
        prior,
        caps);
  }

  /** The same, from what was measured elsewhere and with caps on what the machine draws. */
  public TuneRequest with(Prior known, Caps most) {
    return new TuneRequest(
        command,
        build,
        metric,
        unit,
        isMaximised,
        repeats,
        timeLimit,
        buildLimit,
        strategy,
        seed,
        preferences,
        known,
        most);
  }

  /** The strategy, fresh; guided by the memory if there is one. */
  Strategy fresh() {
    return prior.isEmpty()
        ? Strategies.create(strategy)
        : new WarmStrategy(prior, () -> Strategies.create(strategy));
  }

  /** The metric's name, for people. */
  public String metricName() {
    return metric == null ? "time" : metric;
  }

  /** Milliseconds in one of the unit; null if it is no unit of time. */
  public @Nullable Double unitMillis() {
    return switch (unit) {
      case "ns" -> 1e-6;
      case "us", "µs" -> 1e-3;
      case "ms" -> 1.0;
      case "s" -> 1e3;
      default -> null;
    };
  }
}
