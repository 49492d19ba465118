package dev.evolve.campaign;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.Evaluation.NotMeasured;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.OutputRule;
import dev.evolve.measure.ParityObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.search.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What a screening says of a candidate: a ratio to choose by, or why it is out. A screening never
 * promotes anything; it only spares confirmations.
 *
 * @param outcome for the search: the geometric mean over train scenarios of the median paired
 *     ratio, candidate over baseline, smaller is better, or the score of several metrics of which
 *     that is a part; or why there is none
 */
public record ScreeningVerdict(Outcome outcome) {

  /** The ratio of a screening, empty if the candidate is out. */
  public static Optional<Double> ratioOf(BenchPack pack, Evaluation screening) {
    OptionalDouble ratio = of(pack, screening).ratio();
    return ratio.isPresent() ? Optional.of(ratio.getAsDouble()) : Optional.empty();
  }

  /** Judges a screening in which the candidate was built, and measured if it could be. Pure. */
  public static ScreeningVerdict of(BenchPack pack, Evaluation screening) {
    Optional<Outcome> problem =
        Stream.of(
                infrastructureProblem(screening),
                buildProblem(screening),
                runProblem(screening),
                parityProblem(pack, screening),
                metricProblem(pack, screening),
                wantedProblem(pack, screening))
            .flatMap(Optional::stream)
            .findFirst();
    return new ScreeningVerdict(problem.orElseGet(() -> outcome(pack, screening)));
  }

  private static Outcome outcome(BenchPack pack, Evaluation screening) {
    return PackObjective.of(pack)
        .map(wanted -> wanted.outcome(screening))
        .orElseGet(() -> PairedRatios.of(pack.objective(), screening).outcome());
  }

  private static Optional<Outcome> wantedProblem(BenchPack pack, Evaluation screening) {
    return PackObjective.of(pack)
        .flatMap(wanted -> wanted.problem(screening))
        .flatMap(text -> failed(Outcome.Reason.RUN, text));
  }

  /**
   * What a candidate that went well comes to in each metric that the pack wants; empty if it did
   * not, or if one metric counts.
   */
  static Map<String, Double> values(BenchPack pack, Evaluation screening) {
    boolean isRun =
        !screening.runs().isEmpty()
            && screening.runs().stream().allMatch(run -> run.status() == BenchRun.Status.OK);
    boolean isKnown =
        switch (of(pack, screening).outcome()) {
          case Outcome.Measured measured -> true;
          case Outcome.Failed failed -> failed.reason() == Outcome.Reason.LIMIT && isRun;
        };
    return isKnown
        ? PackObjective.of(pack).map(wanted -> wanted.values(screening)).orElse(Map.of())
        : Map.of();
  }

  /** The ratio; empty if the candidate is out. */
  public OptionalDouble ratio() {
    return outcome instanceof Outcome.Measured measured
        ? OptionalDouble.of(measured.value())
        : OptionalDouble.empty();
  }

  /** Why the candidate is out; empty if it is not. */
  public String problem() {
    return outcome instanceof Outcome.Failed failed ? failed.message() : "";
  }

  private static Optional<Outcome> failed(Outcome.Reason reason, String message) {
    return Optional.of(new Outcome.Failed(reason, message));
  }

  private static Optional<Outcome> infrastructureProblem(Evaluation screening) {
    NotMeasured notMeasured = screening.notMeasured();
    return notMeasured == null
        ? Optional.empty()
        : failed(Outcome.Reason.INFRASTRUCTURE, "not measured: " + notMeasured.detail());
  }

  private static Optional<Outcome> buildProblem(Evaluation screening) {
    Optional<BuildRecord> build = screening.build(Arm.CANDIDATE);
    if (build.isEmpty()) {
      return failed(Outcome.Reason.BUILD, "the candidate was not built");
    }
    String text = "build " + build.get().status() + ": " + lastLine(build.get().log());
    return switch (build.get().status()) {
      case OK -> Optional.empty();
      case FAILED, MISSING_ARTIFACT -> failed(Outcome.Reason.BUILD, text);
      case TIMED_OUT -> failed(Outcome.Reason.LIMIT, text);
    };
  }

  private static Optional<Outcome> runProblem(Evaluation screening) {
    if (screening.runs().isEmpty()) {
      return failed(Outcome.Reason.RUN, "nothing was measured");
    }
    return screening.runs().stream()
        .filter(run -> run.status() != BenchRun.Status.OK)
        .findFirst()
        .flatMap(
            run ->
                failed(
                    reason(run.status()),
                    "bench " + run.status() + " on " + run.scenario() + ": " + run.detail()));
  }

  private static Outcome.Reason reason(BenchRun.Status status) {
    return switch (status) {
      case TIMED_OUT, OUT_OF_MEMORY -> Outcome.Reason.LIMIT;
      case OK, CRASHED, BAD_OUTPUT, MISSING_OUTPUT -> Outcome.Reason.RUN;
    };
  }

  private static Optional<Outcome> parityProblem(BenchPack pack, Evaluation screening) {
    if (screening.parity().isEmpty()) {
      return failed(Outcome.Reason.RUN, "no output was compared");
    }
    OutputRule rule = OutputRule.forScreening(pack.output());
    return screening.parity().stream()
        .flatMap(observation -> disagreement(rule, observation, screening).stream())
        .findFirst()
        .flatMap(text -> failed(Outcome.Reason.RUN, text));
  }

  private static Optional<String> disagreement(
      OutputRule rule, ParityObservation observation, Evaluation screening) {
    double typicalNorm =
        OutputRule.typicalNorm(
            screening.parity().stream()
                .filter(other -> other.scenario().equals(observation.scenario()))
                .toList());
    return rule.breach(observation, typicalNorm, false)
        .map(
            why ->
                "determinism: output on "
                    + observation.scenario()
                    + " differs from the baseline's: "
                    + why.text());
  }

  private static Optional<Outcome> metricProblem(BenchPack pack, Evaluation screening) {
    return screening.runs().stream()
        .flatMap(run -> metricProblem(pack.objective(), run).stream())
        .findFirst()
        .flatMap(text -> failed(Outcome.Reason.RUN, text));
  }

  private static Optional<String> metricProblem(Metric objective, BenchRun run) {
    MetricValue value = run.metrics().get(objective.name());
    if (value == null || !(value.value() > 0) || Double.isInfinite(value.value())) {
      return Optional.of(
          "metric "
              + objective.name()
              + " on "
              + run.scenario()
              + " is "
              + (value == null ? "missing" : String.valueOf(value.value())));
    }
    return value.unit().equals(objective.unit())
        ? Optional.empty()
        : Optional.of(
            "metric "
                + objective.name()
                + " came in "
                + value.unit()
                + ", not "
                + objective.unit());
  }

  private static String lastLine(String log) {
    String[] lines = log.strip().split("\n");
    return lines[lines.length - 1];
  }
}
