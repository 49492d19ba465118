package dev.evolve.campaign;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.ParityObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What a screening says of a candidate: a ratio to choose by, or why it is out. A screening never
 * promotes anything; it only spares confirmations.
 *
 * @param ratio geometric mean over train scenarios of the median paired ratio, candidate over
 *     baseline, smaller is better; empty if the candidate is out
 * @param problem why it is out; empty if it is not
 */
public record ScreeningVerdict(OptionalDouble ratio, String problem) {

  /** The ratio of a screening, empty if the candidate is out. */
  public static Optional<Double> ratioOf(BenchPack pack, Evaluation screening) {
    OptionalDouble ratio = of(pack, screening).ratio();
    return ratio.isPresent() ? Optional.of(ratio.getAsDouble()) : Optional.empty();
  }

  /** Judges a screening. Pure. */
  public static ScreeningVerdict of(BenchPack pack, Evaluation screening) {
    Optional<String> problem =
        Stream.of(
                buildProblem(screening),
                runProblem(screening),
                parityProblem(pack, screening),
                metricProblem(pack, screening))
            .flatMap(Optional::stream)
            .findFirst();
    return problem
        .map(text -> new ScreeningVerdict(OptionalDouble.empty(), text))
        .orElseGet(() -> new ScreeningVerdict(OptionalDouble.of(ratio(pack, screening)), ""));
  }

  private static Optional<String> buildProblem(Evaluation screening) {
    return screening
        .build(Arm.CANDIDATE)
        .map(
            build ->
                build.status() == BuildRecord.Status.OK
                    ? Optional.<String>empty()
                    : Optional.of("build " + build.status() + ": " + lastLine(build.log())))
        .orElse(Optional.of("the candidate was not built"));
  }

  private static Optional<String> runProblem(Evaluation screening) {
    if (screening.runs().isEmpty()) {
      return Optional.of("nothing was measured");
    }
    return screening.runs().stream()
        .filter(run -> run.status() != BenchRun.Status.OK)
        .findFirst()
        .map(run -> "bench " + run.status() + " on " + run.scenario() + ": " + run.detail());
  }

  private static Optional<String> parityProblem(BenchPack pack, Evaluation screening) {
    if (screening.parity().isEmpty()) {
      return Optional.of("no output was compared");
    }
    return screening.parity().stream()
        .filter(observation -> !agrees(pack.output(), observation))
        .findFirst()
        .map(
            observation ->
                "determinism: output on "
                    + observation.scenario()
                    + " differs from the baseline's: "
                    + (observation.problem().isEmpty()
                        ? "relative L2 " + observation.relativeL2()
                        : observation.problem()));
  }

  private static boolean agrees(BenchPack.Output output, ParityObservation observation) {
    if (!observation.problem().isEmpty() || observation.nonFiniteMismatches() > 0) {
      return false;
    }
    return switch (output.measure()) {
      case BITWISE -> observation.bitwiseEqual();
      case RELATIVE_L2 -> observation.relativeL2() <= output.tolerance();
    };
  }

  private static Optional<String> metricProblem(BenchPack pack, Evaluation screening) {
    String objective = pack.objective().name();
    for (BenchRun run : screening.runs()) {
      MetricValue value = run.metrics().get(objective);
      if (value == null || !(value.value() > 0) || Double.isInfinite(value.value())) {
        return Optional.of(
            "metric "
                + objective
                + " on "
                + run.scenario()
                + " is "
                + (value == null ? "missing" : String.valueOf(value.value())));
      }
      if (!value.unit().equals(pack.objective().unit())) {
        return Optional.of(
            "metric "
                + objective
                + " came in "
                + value.unit()
                + ", not "
                + pack.objective().unit());
      }
    }
    return Optional.empty();
  }

  private static double ratio(BenchPack pack, Evaluation screening) {
    double logs = 0;
    List<String> scenarios = screening.runs().stream().map(BenchRun::scenario).distinct().toList();
    for (String scenario : scenarios) {
      logs += Math.log(medianRatio(pack.objective(), screening, scenario));
    }
    return Math.exp(logs / scenarios.size());
  }

  private static double medianRatio(Metric objective, Evaluation screening, String scenario) {
    List<Double> ratios = new ArrayList<>();
    for (BenchRun run : screening.runs()) {
      if (run.scenario().equals(scenario) && run.arm() == Arm.CANDIDATE) {
        baselineOf(screening, run)
            .ifPresent(base -> ratios.add(value(objective, run) / value(objective, base)));
      }
    }
    ratios.sort(Double::compare);
    int size = ratios.size();
    if (size == 0) {
      throw new IllegalStateException("no pairs on " + scenario);
    }
    double median = (ratios.get((size - 1) / 2) + ratios.get(size / 2)) / 2;
    return objective.direction() == Metric.Direction.LOWER ? median : 1 / median;
  }

  private static Optional<BenchRun> baselineOf(Evaluation screening, BenchRun candidate) {
    return screening.runs().stream()
        .filter(
            run ->
                run.arm() == Arm.BASELINE
                    && run.round() == candidate.round()
                    && run.scenario().equals(candidate.scenario()))
        .findFirst();
  }

  private static double value(Metric objective, BenchRun run) {
    MetricValue value = run.metrics().get(objective.name());
    return value == null ? Double.NaN : value.value();
  }

  private static String lastLine(String log) {
    String[] lines = log.strip().split("\n");
    return lines[lines.length - 1];
  }
}
