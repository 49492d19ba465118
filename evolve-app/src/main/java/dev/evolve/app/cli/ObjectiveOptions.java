package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric;
import dev.evolve.search.objective.Metric.Direction;
import dev.evolve.search.objective.Metric.Scale;
import dev.evolve.search.objective.Preferences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a tuning of several metrics wants of each, from options. */
final class ObjectiveOptions {

  private static final String NAME = "[A-Za-z_][\\w.-]*";
  private static final String NUMBER = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?";
  private static final Pattern LIMIT =
      Pattern.compile("(" + NAME + ")\\s*(<=|>=)\\s*(" + NUMBER + ")(?::(" + NUMBER + "))?");

  @Option(
      names = "--objective",
      paramLabel = "NAME[:WEIGHT][:larger][:step=S][:unit=U]",
      description = {
        "a metric that counts; may be given again. Weights are relative to each other (default: 1);",
        "0 for one that only has limits. Small is good unless it says larger. Values are compared by",
        "their ratio to the start's, or with step=S, for values that can be 0, by differences of S.",
        "energy_j is read from the machine where it can be and is not printed"
      })
  private List<String> objectives = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "NAME<=BOUND",
      description = "what breaks it is rejected; >= for a metric wanted large; may be given again")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--soft-limit",
      paramLabel = "NAME<=BOUND[:WEIGHT]",
      description = {
        "what breaks it scores worse, by weight times how far it is over (default: 1, as much as a",
        "metric of weight 1); may be given again"
      })
  private List<String> softLimits = new ArrayList<>();

  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final Map<String, Double> weights = new LinkedHashMap<>();
  private final List<Limit> read = new ArrayList<>();

  /** True if any of the options is given. */
  boolean isGiven() {
    return !objectives.isEmpty() || !limits.isEmpty() || !softLimits.isEmpty();
  }

  /**
   * Refuses options of one metric beside these.
   *
   * @throws EvolveException if there are both
   */
  void requireAlone(@Nullable String metric, boolean isMaximised) {
    if (isGiven() && (metric != null || isMaximised)) {
      throw bad(
          "wanted --objective or --metric and --maximise, found both: say which way is better as"
              + " --objective NAME:WEIGHT:larger");
    }
  }

  /** What makes it this tuning and no other. */
  List<String> identity() {
    List<String> identity = new ArrayList<>();
    objectives.forEach(it -> identity.add("objective " + it));
    limits.forEach(it -> identity.add("limit " + it));
    softLimits.forEach(it -> identity.add("soft limit " + it));
    return identity;
  }

  /**
   * What is wanted; null if nothing of the kind is given.
   *
   * @throws EvolveException if an option cannot be read, or they do not fit together
   */
  @Nullable Preferences preferences() {
    if (!isGiven()) {
      return null;
    }
    if (objectives.isEmpty()) {
      throw bad("--limit and --soft-limit need an --objective, such as --objective time_ms");
    }
    objectives.forEach(this::objective);
    // Soft ones first: how a metric is compared follows from them where both are on it.
    softLimits.forEach(text -> limit("--soft-limit", text, false));
    limits.forEach(text -> limit("--limit", text, true));
    try {
      return new Preferences(List.copyOf(metrics.values()), weights, read);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "--objective and limits: " + e.getMessage(), e);
    }
  }

  private static EvolveException bad(String message) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, message);
  }

  private void objective(String text) {
    String[] parts = text.split(":", -1);
    String name = parts[0];
    double weight = 1;
    Direction direction = Direction.SMALLER;
    Scale scale = new Scale.Ratio();
    String unit = "";
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i];
      if (part.matches(NUMBER)) {
        weight = Double.parseDouble(part);
      } else if (part.equals("larger") || part.equals("smaller")) {
        direction = part.equals("larger") ? Direction.LARGER : Direction.SMALLER;
      } else if (part.matches("step=" + NUMBER)) {
        scale = steps(text, part);
      } else if (part.matches("unit=.{1,32}")) {
        unit = part.substring("unit=".length());
      } else {
        throw unreadable(text, "'" + part + "'");
      }
    }
    if (!name.matches(NAME) || metrics.containsKey(name)) {
      throw unreadable(text, metrics.containsKey(name) ? name + " twice" : "'" + name + "'");
    }
    metrics.put(name, new Metric(name, unit, direction, scale));
    weights.put(name, weight);
  }

  private static Scale steps(String text, String part) {
    try {
      return new Scale.Steps(Double.parseDouble(part.substring("step=".length())));
    } catch (IllegalArgumentException e) {
      throw bad("--objective " + text + ": " + e.getMessage());
    }
  }

  private static EvolveException unreadable(String text, String found) {
    return bad(
        "--objective "
            + text
            + ": wanted NAME[:WEIGHT][:larger|smaller][:step=S][:unit=U] and each name once, such as"
            + " memory_mb:0.3 or throughput:1:larger, found "
            + found);
  }

  private void limit(String option, String text, boolean isHard) {
    Matcher matcher = LIMIT.matcher(text.strip());
    if (!matcher.matches() || (isHard && matcher.group(4) != null)) {
      throw bad(
          option
              + " "
              + text
              + ": wanted NAME<=BOUND or NAME>=BOUND"
              + (isHard ? ", such as memory_mb<=512" : " and maybe a weight, as energy_j<=40:0.5")
              + "; quote it, since a shell takes < and > for its own");
    }
    boolean isLeast = matcher.group(2).equals(">=");
    Metric metric =
        metrics.computeIfAbsent(matcher.group(1), name -> onlyLimited(name, isLeast, isHard));
    requireSide(option, text, metric, isLeast);
    read.add(limit(metric.name(), matcher, isHard));
  }

  private static Limit limit(String metric, Matcher matcher, boolean isHard) {
    double bound = Double.parseDouble(matcher.group(3));
    String weight = matcher.group(4);
    try {
      return isHard
          ? Limit.hard(metric, bound)
          : Limit.soft(metric, bound, weight == null ? 1 : Double.parseDouble(weight));
    } catch (IllegalArgumentException e) {
      throw bad("--soft-limit " + matcher.group() + ": " + e.getMessage());
    }
  }

  /** What only a hard limit is on may be zero; a soft one weighs it by its ratio to the bound. */
  private static Metric onlyLimited(String name, boolean isLeast, boolean isHard) {
    return new Metric(
        name,
        "",
        isLeast ? Direction.LARGER : Direction.SMALLER,
        isHard ? new Scale.Steps(1) : new Scale.Ratio());
  }

  private static void requireSide(String option, String text, Metric metric, boolean isLeast) {
    if (isLeast != (metric.direction() == Direction.LARGER)) {
      throw bad(
          option
              + " "
              + text
              + ": "
              + metric.name()
              + (isLeast
                  ? " is wanted small, so that a limit on it is <=; or say --objective "
                      + metric.name()
                      + ":1:larger"
                  : " is wanted large, so that a limit on it is >="));
    }
  }
}
