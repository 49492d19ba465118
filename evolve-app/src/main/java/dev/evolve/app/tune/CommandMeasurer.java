package dev.evolve.app.tune;

import dev.evolve.json.Json;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Failed;
import dev.evolve.search.Outcome.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures a configuration by running the user's command with the values as environment variables
 * and in place of {@code {name}}.
 */
final class CommandMeasurer {

  private final TuneRequest request;

  CommandMeasurer(TuneRequest request) {
    this.request = request;
  }

  /**
   * What came of it.
   *
   * @param outcome what the search is told; its value is made small, so it is negated where more is
   *     better
   * @param samples the metric as printed, in its unit
   */
  record Measurement(Outcome outcome, Cost cost, List<Double> samples) {}

  /**
   * What came of one command.
   *
   * @param failure why it gave nothing; null if it worked
   * @param samples the metric as printed, in its unit; empty for a build and a failure
   * @param seconds wall time
   */
  record Step(@Nullable Failed failure, List<Double> samples, double seconds) {}

  /** Builds a configuration if anything is to be built, and runs it as often as was asked for. */
  Measurement measure(SortedMap<String, String> values, long number)
      throws IOException, InterruptedException {
    Step build = build(values, number);
    if (build.failure() != null) {
      return new Measurement(build.failure(), new Cost(build.seconds(), 0), List.of());
    }
    List<Double> samples = new ArrayList<>();
    double seconds = 0;
    for (int i = 0; i < request.repeats(); i++) {
      Step run = run(values, number);
      seconds += run.seconds();
      if (run.failure() != null) {
        return new Measurement(run.failure(), new Cost(build.seconds(), seconds), List.of());
      }
      samples.addAll(run.samples());
    }
    return new Measurement(outcome(samples), new Cost(build.seconds(), seconds), samples);
  }

  /** Builds a configuration; takes no time if there is nothing to build. */
  Step build(SortedMap<String, String> values, long number)
      throws IOException, InterruptedException {
    if (request.build() == null) {
      return new Step(null, List.of(), 0);
    }
    ShellRun build = shell(request.build(), values, number, request.buildLimit());
    if (build.isOverTime() || build.exit() != 0) {
      Reason reason = build.isOverTime() ? Reason.LIMIT : Reason.BUILD;
      return new Step(new Failed(reason, "build: " + why(build)), List.of(), build.seconds());
    }
    return new Step(null, List.of(), build.seconds());
  }

  /** Runs the command once. */
  Step run(SortedMap<String, String> values, long number) throws IOException, InterruptedException {
    ShellRun run = shell(request.command(), values, number, request.timeLimit());
    if (run.isOverTime() || run.exit() != 0) {
      Reason reason = run.isOverTime() ? Reason.LIMIT : Reason.RUN;
      return new Step(new Failed(reason, why(run)), List.of(), run.seconds());
    }
    List<Double> printed = PrintedMetric.samples(run.output(), request.metric());
    if (printed.isEmpty()) {
      Failed failure = new Failed(Reason.RUN, "it printed no " + request.metricName());
      return new Step(failure, List.of(), run.seconds());
    }
    return new Step(null, printed, run.seconds());
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
