package dev.evolve.app.tune;

import dev.evolve.json.Json;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Failed;
import dev.evolve.search.Outcome.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

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

  Measurement measure(SortedMap<String, String> values, long number)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(values);
    environment.put("EVOLVE_CONFIGURATION", Json.write(values));
    environment.put("EVOLVE_EVALUATION", Long.toString(number));
    double buildSeconds = 0;
    if (request.build() != null) {
      ShellRun build =
          ShellRun.of(filled(request.build(), values), environment, request.buildLimit());
      buildSeconds = build.seconds();
      if (build.isOverTime() || build.exit() != 0) {
        Reason reason = build.isOverTime() ? Reason.LIMIT : Reason.BUILD;
        return failed(reason, "build: " + why(build), new Cost(buildSeconds, 0));
      }
    }
    return run(values, environment, buildSeconds);
  }

  private Measurement run(
      SortedMap<String, String> values, Map<String, String> environment, double buildSeconds)
      throws IOException, InterruptedException {
    List<Double> samples = new ArrayList<>();
    double seconds = 0;
    for (int i = 0; i < request.repeats(); i++) {
      ShellRun run =
          ShellRun.of(filled(request.command(), values), environment, request.timeLimit());
      seconds += run.seconds();
      Cost cost = new Cost(buildSeconds, seconds);
      if (run.isOverTime() || run.exit() != 0) {
        return failed(run.isOverTime() ? Reason.LIMIT : Reason.RUN, why(run), cost);
      }
      List<Double> printed = PrintedMetric.samples(run.output(), request.metric());
      if (printed.isEmpty()) {
        return failed(Reason.RUN, "it printed no " + request.metricName(), cost);
      }
      samples.addAll(printed);
    }
    return new Measurement(outcome(samples), new Cost(buildSeconds, seconds), samples);
  }

  private static Measurement failed(Reason reason, String why, Cost cost) {
    return new Measurement(new Failed(reason, why), cost, List.of());
  }

  private static String why(ShellRun run) {
    String how =
        run.isOverTime()
            ? String.format(java.util.Locale.ROOT, "killed after %.1f s", run.seconds())
            : "exit code " + run.exit();
    return run.complaint().isEmpty() ? how : how + ": " + run.complaint();
  }

  private Outcome outcome(List<Double> samples) {
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
