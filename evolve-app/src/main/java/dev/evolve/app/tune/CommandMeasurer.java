package dev.evolve.app.tune;

import dev.evolve.json.Json;
import dev.evolve.measure.PowerReading;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Failed;
import dev.evolve.search.Outcome.Reason;
import dev.evolve.search.objective.Caps;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures a configuration by running the user's command with the values as environment variables
 * and in place of {@code {name}}.
 */
final class CommandMeasurer {

  /** So often a run that was above the caps is made in all. */
  static final int MOST_RUNS = 3;

  private final TuneRequest request;
  private final @Nullable Weighing weighing;
  private final PowerSource power;

  /**
   * Measures.
   *
   * @param weighing of several metrics; null if one counts
   * @param power reads the energy that a run used, and the heat
   */
  CommandMeasurer(TuneRequest request, @Nullable Weighing weighing, PowerSource power) {
    this.request = request;
    this.weighing = weighing;
    this.power = power;
  }

  /**
   * What came of it.
   *
   * @param outcome of one metric its mean, negated where more is better; of several the factor that
   *     they come to
   * @param samples the metric as printed, in its unit
   * @param runs where several metrics count: their values by run
   */
  record Measurement(
      Outcome outcome, Cost cost, List<Double> samples, List<Map<String, Double>> runs) {}

  /**
   * What came of one command.
   *
   * @param failure why it gave nothing; null if it worked
   * @param samples the metric as printed, in its unit; empty for a build, for a failure and where
   *     several metrics count
   * @param metrics values of several metrics; empty where one counts
   * @param seconds wall time
   */
  record Step(
      @Nullable Failed failure, List<Double> samples, Map<String, Double> metrics, double seconds) {

    static Step failed(Failed failure, double seconds) {
      return new Step(failure, List.of(), Map.of(), seconds);
    }

    /** The same after runs that did not count. */
    Step after(double lost) {
      return new Step(failure, samples, metrics, seconds + lost);
    }
  }

  /** Builds a configuration if anything is to be built, and runs it as often as was asked for. */
  Measurement measure(SortedMap<String, String> values, long number)
      throws IOException, InterruptedException {
    Step build = build(values, number);
    if (build.failure() != null) {
      return failed(build.failure(), new Cost(build.seconds(), 0));
    }
    List<Double> samples = new ArrayList<>();
    List<Map<String, Double>> runs = new ArrayList<>();
    double seconds = 0;
    for (int i = 0; i < request.repeats(); i++) {
      Step run = run(values, number);
      seconds += run.seconds();
      if (run.failure() != null) {
        return failed(run.failure(), new Cost(build.seconds(), seconds));
      }
      samples.addAll(run.samples());
      runs.add(run.metrics());
    }
    Cost cost = new Cost(build.seconds(), seconds);
    return weighing == null
        ? new Measurement(outcome(samples), cost, samples, List.of())
        : new Measurement(weighing.outcome(runs), cost, List.of(), runs);
  }

  private static Measurement failed(Failed failure, Cost cost) {
    return new Measurement(failure, cost, List.of(), List.of());
  }

  /** Builds a configuration; takes no time if there is nothing to build. */
  Step build(SortedMap<String, String> values, long number)
      throws IOException, InterruptedException {
    if (request.build() == null) {
      return new Step(null, List.of(), Map.of(), 0);
    }
    ShellRun build = shell(request.build(), values, number, request.buildLimit());
    if (build.isOverTime() || build.exit() != 0) {
      Reason reason = build.isOverTime() ? Reason.LIMIT : Reason.BUILD;
      return Step.failed(new Failed(reason, "build: " + why(build)), build.seconds());
    }
    return new Step(null, List.of(), Map.of(), build.seconds());
  }

  /** Runs the command once, or again where the machine was above the caps meanwhile. */
  Step run(SortedMap<String, String> values, long number) throws IOException, InterruptedException {
    double lost = 0;
    for (int i = 0; i < MOST_RUNS; i++) {
      PowerReading before = reading();
      long begun = System.nanoTime();
      ShellRun run = shell(request.command(), values, number, request.timeLimit());
      PowerReading after = reading();
      Duration between = Duration.ofNanos(Math.max(1, System.nanoTime() - begun));
      boolean hasFailed = run.isOverTime() || run.exit() != 0;
      if (hasFailed || !isAboveCaps(before, after, between)) {
        return result(run, after.joulesSince(before)).after(lost);
      }
      lost += run.seconds();
    }
    return Step.failed(
        new Failed(
            Reason.INFRASTRUCTURE,
            MOST_RUNS + " runs were above the caps on power or heat; let the machine cool down"),
        lost);
  }

  private PowerReading reading() {
    boolean isWanted = weighing != null || !request.caps().equals(Caps.NONE);
    return isWanted ? power.read() : PowerReading.ABSENT;
  }

  private boolean isAboveCaps(PowerReading before, PowerReading after, Duration between) {
    OptionalDouble watts = after.watts(before, between);
    OptionalDouble celsius = after.hottestCelsius();
    Caps.Reading reading =
        new Caps.Reading(
            watts.isPresent() ? watts.getAsDouble() : null,
            celsius.isPresent() ? celsius.getAsDouble() : null);
    return request.caps().judge(reading) == Caps.Standing.ABOVE;
  }

  private Step result(ShellRun run, OptionalDouble joules) {
    if (run.isOverTime() || run.exit() != 0) {
      Reason reason = run.isOverTime() ? Reason.LIMIT : Reason.RUN;
      return Step.failed(new Failed(reason, why(run)), run.seconds());
    }
    return weighing == null ? single(run) : several(run, weighing, joules);
  }

  private Step single(ShellRun run) {
    List<Double> printed = PrintedMetric.samples(run.output(), request.metric());
    if (printed.isEmpty()) {
      Failed failure = new Failed(Reason.RUN, "it printed no " + request.metricName());
      return Step.failed(failure, run.seconds());
    }
    return new Step(null, printed, Map.of(), run.seconds());
  }

  private Step several(ShellRun run, Weighing wanted, OptionalDouble joules) {
    Map<String, Double> found = PrintedMetrics.of(run.output());
    joules.ifPresent(it -> found.putIfAbsent(Weighing.ENERGY, it));
    Failed failure = wanted.missing(found);
    return failure == null
        ? new Step(null, List.of(), wanted.only(found), run.seconds())
        : Step.failed(failure, run.seconds());
  }

  private static ShellRun shell(
      String command, SortedMap<String, String> values, long number, Duration limit)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(values);
    environment.put("EVOLVE_CONFIGURATION", Json.write(values));
    environment.put("EVOLVE_EVALUATION", Long.toString(number));
    return ShellRun.of(filled(command, values), environment, limit);
  }

  private static String why(ShellRun run) {
    String how =
        run.isOverTime()
            ? String.format(Locale.ROOT, "killed after %.1f s", run.seconds())
            : "exit code " + run.exit();
    return run.complaint().isEmpty() ? how : how + ": " + run.complaint();
  }

  /** The mean of samples with its error, negated where more is better. */
  Outcome outcome(List<Double> samples) {
    double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares =
        samples.stream().mapToDouble(sample -> (sample - mean) * (sample - mean)).sum();
    int count = samples.size();
    double error = count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
    return new Outcome.Measured(request.isMaximised() ? -mean : mean, error, count);
  }

  /** The command with every {@code {name}} of a parameter replaced by its value. */
  static String filled(String command, SortedMap<String, String> values) {
    String filled = command;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("{" + value.getKey() + "}", quoted(value.getValue()));
    }
    return filled;
  }

  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9._+,:=/@%-]+")
        ? value
        : "'" + value.replace("'", "'\\''") + "'";
  }
}
