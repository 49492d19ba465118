package dev.evolve.app.tune;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Failed;
import dev.evolve.search.Outcome.Reason;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.search.objective.Objective;
import dev.evolve.search.objective.Objective.Assessment;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Weighs values of several metrics against those of the start, which is whatever is weighed first.
 */
final class Weighing {

  /** Joules of the machine's packages while the command ran, where it prints none itself. */
  static final String ENERGY = "energy_j";

  private final Preferences wanted;
  private @Nullable Objective objective;

  /**
   * Weighs by preferences.
   *
   * @param records what was measured already, the start first
   * @throws EvolveException if the start gave no values
   */
  Weighing(Preferences wanted, List<TuneRecord> records) {
    this.wanted = wanted;
    if (!records.isEmpty()) {
      requireStart(records.getFirst());
      objective = against(means(records.getFirst().runs()));
    }
  }

  private Weighing(Preferences wanted, Map<String, Double> start) {
    this.wanted = wanted;
    this.objective = against(start);
  }

  /** Weighs against values of the start that are known. */
  static Weighing against(Preferences wanted, Map<String, Double> start) {
    return new Weighing(wanted, start);
  }

  /** True until the start gave values. */
  boolean isWaiting() {
    return objective == null;
  }

  /** Says what to do where the start, which everything is held against, gave no values. */
  static void requireStart(TuneRecord start) {
    if (start.runs().isEmpty() && start.trial().outcome() instanceof Failed failed) {
      throw noStart(failed.message());
    }
  }

  static EvolveException noStart(String why) {
    return new EvolveException(
        ErrorCode.BUILD_FAILED,
        "the start gave no values to hold others against: "
            + why
            + "; mend the command or give another --start, and use --fresh");
  }

  private Objective against(Map<String, Double> start) {
    try {
      return wanted.against(start);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "the start cannot be what others are held against: "
              + e.getMessage()
              + "; for a metric that can be 0 or below give a step to compare by, such as"
              + " --objective NAME:1:step=0.5, and use --fresh",
          e);
    }
  }

  /** Why what was found is not enough; null if it is. */
  @Nullable Failed missing(Map<String, Double> found) {
    List<String> missing =
        wanted.names().stream().filter(name -> !found.containsKey(name)).toList();
    if (missing.isEmpty()) {
      return null;
    }
    String printed = found.isEmpty() ? "no metric at all" : String.join(", ", found.keySet());
    String energy =
        missing.contains(ENERGY) ? ", and no energy counter of this machine can be read" : "";
    return new Failed(
        Reason.RUN, "it printed no " + String.join(", ", missing) + "; found " + printed + energy);
  }

  /** What is wanted of what was found. */
  Map<String, Double> only(Map<String, Double> found) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (String name : wanted.names()) {
      Double value = found.get(name);
      if (value != null) {
        values.put(name, value);
      }
    }
    return values;
  }

  /**
   * What a configuration comes to: the factor of the means of its runs, or a failure if that breaks
   * a hard limit. The standard error is that of the logarithm of the runs' factors.
   */
  Outcome outcome(List<Map<String, Double>> runs) {
    Objective against = objective;
    if (against == null) {
      against = against(means(runs));
      objective = against;
    }
    Assessment assessment = against.assess(means(runs));
    return assessment.outcome(assessment.factor() * relativeError(against, runs), runs.size());
  }

  /** Without hard limits, which one run may break and the mean keep. */
  private static double relativeError(Objective objective, List<Map<String, Double>> runs) {
    Objective soft =
        new Objective(
            objective.metrics(),
            objective.weights(),
            objective.limits().stream().filter(limit -> !limit.isHard()).toList(),
            objective.baseline());
    double[] scores = runs.stream().mapToDouble(run -> soft.assess(run).score()).toArray();
    double mean = java.util.Arrays.stream(scores).average().orElse(0);
    double squares =
        java.util.Arrays.stream(scores).map(score -> (score - mean) * (score - mean)).sum();
    int count = scores.length;
    return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
  }

  /** The mean of every metric over runs that all have the same ones. */
  static Map<String, Double> means(List<Map<String, Double>> runs) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String name : runs.getFirst().keySet()) {
      means.put(
          name,
          runs.stream().mapToDouble(run -> run.getOrDefault(name, Double.NaN)).average().orElse(0));
    }
    return means;
  }

  /** The trade-offs among what was measured; empty if the start gave no values. */
  static Optional<TradeOffs> tradeOffs(Preferences wanted, Space space, List<TuneRecord> records) {
    if (records.isEmpty() || records.getFirst().runs().isEmpty()) {
      return Optional.empty();
    }
    List<TradeOffs.Measured> measured = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      TuneRecord record = records.get(i);
      if (!record.runs().isEmpty()) {
        measured.add(
            new TradeOffs.Measured(
                i + 1, space.values(record.trial().point()), means(record.runs())));
      }
    }
    Map<String, Double> start = means(records.getFirst().runs());
    return Optional.of(TradeOffs.of(wanted.against(start), measured));
  }
}
