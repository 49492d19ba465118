package dev.evolve.search.explain;

import dev.evolve.search.objective.Hypervolume;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric;
import dev.evolve.search.objective.Objective;
import dev.evolve.search.objective.Objective.Assessment;
import dev.evolve.search.objective.ParetoFront;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search for several things at once came to: the configurations that none beats in
 * everything, the one with the best score and why, what the limits rejected, and how the front
 * grew. A pure function of the objective and what was measured; its size is bounded.
 *
 * @param metrics what is wanted, in the order in which it was asked for
 * @param limits what they rejected, in the order in which they were asked for
 * @param front who is on it, best score first
 * @param baseline what candidates are held against
 * @param best the best score; null if everything was rejected
 * @param sentence what the best score is made of, or that there is none
 * @param volumes how the front grew: after the evaluations that changed it, oldest first
 * @param others values of accepted configurations that are not on the front, in the order of the
 *     metrics; thinned evenly to {@value #MOST_OTHERS}
 */
public record TradeOffs(
    List<Wanted> metrics,
    List<Refusal> limits,
    List<Candidate> front,
    Map<String, Double> baseline,
    @Nullable Candidate best,
    String sentence,
    List<Volume> volumes,
    List<List<Double>> others) {

  private static final int MOST_OTHERS = 1_000;
  private static final double BEYOND_WORST = 1.1;

  /**
   * Something that was measured.
   *
   * @param evaluation when, from 1
   * @param configuration of what, by parameter
   * @param values by metric
   */
  public record Measured(
      int evaluation, Map<String, String> configuration, Map<String, Double> values) {}

  /**
   * A metric that is wanted.
   *
   * @param unit may be empty
   * @param isLargerBetter which way is better
   * @param weight its share of the score; 0 if it only has limits
   */
  public record Wanted(String name, String unit, boolean isLargerBetter, double weight) {
    /** With unit and direction, for people. */
    String heading() {
      String about = isLargerBetter ? "large is good" : "small is good";
      return name + " (" + (unit.isEmpty() ? about : unit + ", " + about) + ")";
    }
  }

  /**
   * A limit and what it did.
   *
   * @param limit such as {@code memory <= 512}
   * @param isHard true if it rejects, false if it scores
   * @param broken how many configurations broke it
   * @param measured how many were held against it
   */
  public record Refusal(String limit, boolean isHard, int broken, int measured) {}

  /**
   * A configuration.
   *
   * @param evaluation when it was measured, from 1
   * @param values by metric
   * @param score 1 for the baseline, small is good
   */
  public record Candidate(
      int evaluation,
      Map<String, String> configuration,
      Map<String, Double> values,
      double score) {}

  /**
   * How much the front dominates.
   *
   * @param evaluation after which, from 1
   * @param share of the box between the best and the worst accepted value of every metric, a tenth
   *     wider at the worst so that the extremes count; by the logarithm of ratios or by steps as
   *     the metric says; from 0 to 1
   */
  public record Volume(int evaluation, double share) {}

  public TradeOffs {
    metrics = List.copyOf(metrics);
    limits = List.copyOf(limits);
    front = List.copyOf(front);
    baseline = Map.copyOf(baseline);
    volumes = List.copyOf(volumes);
    others = List.copyOf(others);
  }

  /**
   * The trade-offs among what was measured, oldest first; what has no value for a metric is
   * rejected.
   */
  public static TradeOffs of(Objective objective, List<Measured> measured) {
    List<Candidate> accepted = new ArrayList<>();
    for (Measured one : measured) {
      Assessment assessment = objective.assess(one.values());
      if (assessment.isAccepted()) {
        accepted.add(
            new Candidate(
                one.evaluation(), one.configuration(), one.values(), assessment.factor()));
      }
    }
    Candidate best =
        accepted.stream().min(Comparator.comparingDouble(Candidate::score)).orElse(null);
    List<Candidate> front = front(objective, accepted);
    return new TradeOffs(
        objective.metrics().stream().map(metric -> wanted(objective, metric)).toList(),
        objective.limits().stream().map(limit -> refusal(objective, limit, measured)).toList(),
        front,
        objective.baseline(),
        best,
        best == null
            ? "No configuration keeps all limits"
            : objective.assess(best.values()).sentence(),
        volumes(objective, accepted),
        others(objective, accepted, front));
  }

  private static Wanted wanted(Objective objective, Metric metric) {
    return new Wanted(
        metric.name(),
        metric.unit(),
        metric.direction() == Metric.Direction.LARGER,
        objective.weights().getOrDefault(metric.name(), 0.0));
  }

  private static Refusal refusal(Objective objective, Limit limit, List<Measured> measured) {
    Metric metric =
        objective.metrics().stream()
            .filter(one -> one.name().equals(limit.metric()))
            .findFirst()
            .orElseThrow();
    boolean isLarge = metric.direction() == Metric.Direction.LARGER;
    int broken =
        (int)
            measured.stream()
                .map(one -> one.values().get(limit.metric()))
                .filter(value -> value != null && isBroken(metric, value, limit))
                .count();
    String text = limit.metric() + (isLarge ? " >= " : " <= ") + Numbers.brief(limit.bound());
    return new Refusal(text, limit.isHard(), broken, measured.size());
  }

  private static boolean isBroken(Metric metric, double value, Limit limit) {
    return metric.minimised(value) > metric.minimised(limit.bound());
  }

  private static List<Candidate> front(Objective objective, List<Candidate> accepted) {
    ParetoFront<Candidate> front = new ParetoFront<>(objective.weighted().size());
    accepted.forEach(one -> front.add(one, objective.vector(one.values())));
    return front.members().stream()
        .map(ParetoFront.Member::candidate)
        .sorted(Comparator.comparingDouble(Candidate::score))
        .toList();
  }

  private static List<List<Double>> others(
      Objective objective, List<Candidate> accepted, List<Candidate> front) {
    List<Candidate> beaten = accepted.stream().filter(one -> !front.contains(one)).toList();
    int every = Math.max(1, Math.ceilDiv(beaten.size(), MOST_OTHERS));
    List<List<Double>> others = new ArrayList<>();
    for (int i = 0; i < beaten.size(); i += every) {
      Map<String, Double> values = beaten.get(i).values();
      others.add(
          objective.metrics().stream()
              .map(metric -> values.getOrDefault(metric.name(), Double.NaN))
              .toList());
    }
    return others;
  }

  private static List<Volume> volumes(Objective objective, List<Candidate> accepted) {
    List<double[]> places = Places.of(objective, accepted);
    if (places.isEmpty()) {
      return List.of();
    }
    double[] reference = new double[places.getFirst().length];
    Arrays.fill(reference, BEYOND_WORST);
    ParetoFront<Integer> front = new ParetoFront<>(reference.length);
    Map<Integer, Volume> volumes = new LinkedHashMap<>();
    for (int i = 0; i < places.size(); i++) {
      int evaluation = accepted.get(i).evaluation();
      if (front.add(evaluation, places.get(i))) {
        double volume =
            Hypervolume.of(
                front.members().stream().map(ParetoFront.Member::values).toList(), reference);
        double whole = Math.pow(BEYOND_WORST, reference.length);
        volumes.put(evaluation, new Volume(evaluation, volume / whole));
      }
    }
    return List.copyOf(volumes.values());
  }

  /** Candidates in the box between the best and the worst value of every weighted metric. */
  private static final class Places {

    /** From 0, the best, to 1; metrics of a single value are left out; empty if all are. */
    static List<double[]> of(Objective objective, List<Candidate> accepted) {
      List<double[]> columns = new ArrayList<>();
      for (Metric metric : objective.weighted()) {
        double[] column = column(objective, metric, accepted);
        double low = Arrays.stream(column).min().orElse(0);
        double high = Arrays.stream(column).max().orElse(0);
        if (high > low) {
          columns.add(Arrays.stream(column).map(it -> (it - low) / (high - low)).toArray());
        }
      }
      List<double[]> places = new ArrayList<>();
      for (int row = 0; row < accepted.size() && !columns.isEmpty(); row++) {
        int at = row;
        places.add(columns.stream().mapToDouble(column -> column[at]).toArray());
      }
      return places;
    }

    private static double[] column(Objective objective, Metric metric, List<Candidate> accepted) {
      double base = objective.baseline().getOrDefault(metric.name(), Double.NaN);
      return accepted.stream()
          .mapToDouble(
              one -> metric.worse(one.values().getOrDefault(metric.name(), Double.NaN), base))
          .toArray();
    }
  }

  /** What to know, sentences, the most important first. */
  public List<String> findings() {
    List<String> findings = new ArrayList<>();
    findings.add((best == null ? "" : "Why the best is best: ") + sentence);
    if (front.size() > 1) {
      findings.add(
          front.size()
              + " configurations are on the front: each is better than every other one in"
              + " something");
    }
    for (Refusal limit : limits) {
      findings.add(
          "%s limit %s: %s of %d configurations broke it%s"
              .formatted(
                  limit.isHard() ? "Hard" : "Soft",
                  limit.limit(),
                  limit.broken() == 0 ? "none" : Integer.toString(limit.broken()),
                  limit.measured(),
                  limit.isHard() && limit.broken() > 0 ? " and were rejected" : ""));
    }
    return findings;
  }

  /** The front as an SVG that needs nothing else; empty if fewer than two metrics have a weight. */
  public String svg(String title) {
    return FrontSvg.draw(this, title);
  }
}
