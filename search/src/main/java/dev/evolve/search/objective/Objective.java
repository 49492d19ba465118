package dev.evolve.search.objective;

import dev.evolve.search.Outcome;
import dev.evolve.search.objective.Limit.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted: metrics, how much each counts, limits, and the baseline they are held against.
 * The score is the sum over the metrics of weight times how much worse than the baseline (the
 * logarithm of the ratio, so that ten percent here and ten percent there are alike), and of the
 * penalties of soft limits. It is 0 for the baseline and negative for something better. A metric
 * that has no value, or none that its scale holds for, rejects: what was not measured never wins.
 *
 * @param metrics at least one
 * @param weights by metric name, not negative, at least one positive; a metric without one only has
 *     limits
 * @param limits on the metrics
 * @param baseline by metric name: a value for every metric
 */
public record Objective(
    List<Metric> metrics,
    Map<String, Double> weights,
    List<Limit> limits,
    Map<String, Double> baseline) {

  public Objective {
    metrics = List.copyOf(metrics);
    weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
    limits = List.copyOf(limits);
    baseline = Collections.unmodifiableMap(new LinkedHashMap<>(baseline));
    requireFitting(metrics, weights, limits);
    known(metrics.stream().map(Metric::name).toList(), baseline.keySet(), "a baseline");
    requireBaseline(metrics, baseline);
  }

  /** What must hold of all but the baseline. */
  static void requireFitting(
      List<Metric> metrics, Map<String, Double> weights, List<Limit> limits) {
    List<String> names = metrics.stream().map(Metric::name).toList();
    if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
      throw new IllegalArgumentException("wanted metrics, each once, found " + names);
    }
    known(names, weights.keySet(), "a weight");
    known(names, limits.stream().map(Limit::metric).toList(), "a limit");
    requireWeights(weights);
  }

  private static void known(List<String> names, Iterable<String> used, String what) {
    for (String name : used) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "there is " + what + " for " + name + ", which is none of the metrics " + names);
      }
    }
  }

  private static void requireWeights(Map<String, Double> weights) {
    for (Map.Entry<String, Double> weight : weights.entrySet()) {
      if (!(weight.getValue() >= 0) || Double.isInfinite(weight.getValue())) {
        throw new IllegalArgumentException(
            "the weight of " + weight.getKey() + " is zero or more, not " + weight.getValue());
      }
    }
    if (weights.values().stream().noneMatch(weight -> weight > 0)) {
      throw new IllegalArgumentException("no metric has a weight above zero: nothing is wanted");
    }
  }

  private static void requireBaseline(List<Metric> metrics, Map<String, Double> baseline) {
    for (Metric metric : metrics) {
      Double base = baseline.get(metric.name());
      if (base == null || !Double.isFinite(metric.worse(base, base))) {
        throw new IllegalArgumentException(
            "wanted a baseline of " + metric.name() + " that its scale holds for, found " + base);
      }
    }
  }

  /**
   * A term of the score.
   *
   * @param metric whose it is
   * @param isPenalty true if it is that of a soft limit
   * @param value what was measured
   * @param against the baseline or the bound
   * @param contribution to the score; negative is good
   */
  public record Term(
      String metric, boolean isPenalty, double value, double against, double contribution) {}

  /**
   * Why a candidate is out.
   *
   * @param metric whose value it is
   * @param limit the limit that is broken; null if there is no value, or none that can be one
   * @param sentence for people
   */
  public record Rejection(String metric, @Nullable Limit limit, String sentence) {}

  /**
   * What a candidate comes to.
   *
   * @param rejections why it is out; empty if it is not
   * @param score small is good; infinite if it is rejected
   * @param terms what the score is made of, largest first
   * @param sentence all of it for people
   */
  public record Assessment(
      List<Rejection> rejections, double score, List<Term> terms, String sentence) {

    private static final double STEEPEST = 500;

    public Assessment {
      rejections = List.copyOf(rejections);
      terms = List.copyOf(terms);
    }

    /** True if nothing rejects it. */
    public boolean isAccepted() {
      return rejections.isEmpty();
    }

    /**
     * The score as a positive factor: 1 for the baseline, below for something better. Finite and
     * above zero for everything that is not rejected.
     */
    public double factor() {
      return isAccepted() ? Math.exp(Math.clamp(score, -STEEPEST, STEEPEST)) : score;
    }

    /**
     * As a search is told.
     *
     * @param standardError of the factor; NaN if it is not known
     * @param samples how many measurements it rests on
     * @return the factor; or a failure, for a limit if it breaks one and nothing is missing
     */
    public Outcome outcome(double standardError, int samples) {
      if (isAccepted()) {
        return new Outcome.Measured(factor(), standardError, samples);
      }
      boolean isOfLimits = rejections.stream().allMatch(rejection -> rejection.limit() != null);
      return new Outcome.Failed(
          isOfLimits ? Outcome.Reason.LIMIT : Outcome.Reason.RUN,
          String.join("; ", rejections.stream().map(Rejection::sentence).toList()));
    }
  }

  /** Assesses what was measured, by metric name. */
  public Assessment assess(Map<String, Double> values) {
    List<Rejection> rejections = new ArrayList<>();
    List<Term> terms = new ArrayList<>();
    for (Metric metric : metrics) {
      Double value = values.get(metric.name());
      String missing = missing(metric, value);
      if (missing != null) {
        rejections.add(new Rejection(metric.name(), null, missing));
      } else if (value != null) {
        weigh(metric, value, terms);
        limit(metric, value, terms, rejections);
      }
    }
    terms.sort((a, b) -> Double.compare(Math.abs(b.contribution()), Math.abs(a.contribution())));
    double score =
        rejections.isEmpty()
            ? terms.stream().mapToDouble(Term::contribution).sum()
            : Double.POSITIVE_INFINITY;
    return new Assessment(rejections, score, terms, sentence(rejections, score, terms));
  }

  private static @Nullable String missing(Metric metric, @Nullable Double value) {
    if (value == null) {
      return metric.name() + " was not measured";
    }
    return Double.isFinite(value) && Double.isFinite(metric.worse(value, value))
        ? null
        : metric.name()
            + " is "
            + (value + " " + metric.unit()).strip()
            + ", which is no value of it";
  }

  private double baselineOf(Metric metric) {
    return java.util.Objects.requireNonNull(baseline.get(metric.name()));
  }

  private void weigh(Metric metric, double value, List<Term> terms) {
    double weight = weights.getOrDefault(metric.name(), 0.0);
    if (weight > 0) {
      double base = baselineOf(metric);
      double worse = weight * metric.worse(value, base);
      terms.add(new Term(metric.name(), false, value, base, worse));
    }
  }

  private void limit(Metric metric, double value, List<Term> terms, List<Rejection> rejections) {
    for (Limit limit : limits) {
      boolean isBroken =
          limit.metric().equals(metric.name())
              && metric.minimised(value) > metric.minimised(limit.bound());
      if (isBroken) {
        switch (limit.severity()) {
          case Severity.Hard hard ->
              rejections.add(new Rejection(metric.name(), limit, broken(metric, value, limit)));
          case Severity.Soft soft -> terms.add(penalty(metric, value, limit, soft.weight()));
        }
      }
    }
  }

  private static String broken(Metric metric, double value, Limit limit) {
    String side = metric.direction() == Metric.Direction.SMALLER ? "above" : "below";
    return String.format(
        Locale.ROOT,
        "%s is %s, %s the limit of %s",
        metric.name(),
        (value + " " + metric.unit()).strip(),
        side,
        limit.bound());
  }

  private static Term penalty(Metric metric, double value, Limit limit, double weight) {
    double worse = metric.worse(value, limit.bound());
    // A bound that the scale does not hold for, such as a ratio to zero, counts by the unit.
    double far = Double.isFinite(worse) ? worse : Math.abs(value - limit.bound());
    return new Term(metric.name(), true, value, limit.bound(), weight * far);
  }

  private static String sentence(List<Rejection> rejections, double score, List<Term> terms) {
    if (!rejections.isEmpty()) {
      return "rejected: "
          + String.join("; ", rejections.stream().map(Rejection::sentence).toList());
    }
    return String.format(
            Locale.ROOT, "score %.4g (the baseline's is 1, small is good): ", Math.exp(score))
        + String.join(", ", terms.stream().map(Objective::sentence).toList());
  }

  private static String sentence(Term term) {
    return String.format(
        Locale.ROOT,
        term.isPenalty()
            ? "%s %.4g over its soft limit of %.4g: x %.4g"
            : "%s %.4g, was %.4g: x %.4g",
        term.metric(),
        term.value(),
        term.against(),
        Math.exp(term.contribution()));
  }

  /**
   * The values of the weighted metrics so that small is good, for a Pareto front.
   *
   * @throws IllegalArgumentException if the candidate is rejected
   */
  public double[] vector(Map<String, Double> values) {
    Assessment assessment = assess(values);
    if (!assessment.isAccepted()) {
      throw new IllegalArgumentException("no point of a front: " + assessment.sentence());
    }
    return metrics.stream()
        .filter(this::isWeighted)
        .mapToDouble(
            metric -> metric.minimised(java.util.Objects.requireNonNull(values.get(metric.name()))))
        .toArray();
  }

  private boolean isWeighted(Metric metric) {
    return weights.getOrDefault(metric.name(), 0.0) > 0;
  }

  /** The metrics that have a weight: the axes of the front. */
  public List<Metric> weighted() {
    return metrics.stream().filter(this::isWeighted).toList();
  }
}
