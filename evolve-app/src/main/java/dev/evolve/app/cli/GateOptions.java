package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.results.ResultFormat;
import dev.evolve.verdict.Verdict;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a gate judges. */
final class GateOptions {

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "google-benchmark, jmh, criterion, cargo-criterion, hyperfine, pytest-benchmark, go-bench or",
        "metric-lines (default: told from what the files hold)"
      })
  private @Nullable String format;

  @Option(
      names = "--floor",
      paramLabel = "PERCENT",
      defaultValue = "2%",
      description = "by how much a metric may be worse before it counts (default: 2%%)")
  private String floor;

  @Option(
      names = "--confidence",
      paramLabel = "PERCENT",
      defaultValue = "99.4%",
      description =
          "one-sided confidence of every statement, corrected over all benchmarks and metrics"
              + " (default: 99.4%%)")
  private String confidence;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      split = ",",
      description = "judge only these metrics (default: all of which is known which way is better)")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--lower",
      paramLabel = "NAME",
      split = ",",
      description = "metrics of which less is better, where the file does not say")
  private List<String> lower = new ArrayList<>();

  @Option(
      names = "--higher",
      paramLabel = "NAME",
      split = ",",
      description = "metrics of which more is better, where the file does not say")
  private List<String> higher = new ArrayList<>();

  @Option(
      names = "--fail-on",
      paramLabel = "VERDICT",
      split = ",",
      description = {
        "what counts as failing (default: fail,invalid,inconclusive). To let pass what the runs do",
        "not decide, say --fail-on fail,invalid; fail and invalid cannot be left out"
      })
  private List<String> failOn = new ArrayList<>(List.of("fail", "invalid", "inconclusive"));

  /** The format that is named; null for none. */
  @Nullable ResultFormat format() {
    String wanted = format;
    return wanted == null
        ? null
        : ResultFormat.named(wanted)
            .orElseThrow(
                () ->
                    wrong(
                        "--format is one of %s, not %s"
                            .formatted(String.join(", ", ResultFormat.wireNames()), wanted)));
  }

  /** What counts as failing. */
  Set<Verdict> failing() {
    EnumSet<Verdict> failing = EnumSet.noneOf(Verdict.class);
    for (String name : failOn) {
      failing.add(verdict(name.strip()));
    }
    if (!failing.containsAll(Set.of(Verdict.FAIL, Verdict.INVALID))) {
      throw wrong(
          "--fail-on needs fail and invalid: what is worse, and what cannot be judged, never passes");
    }
    return failing;
  }

  private static Verdict verdict(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "fail" -> Verdict.FAIL;
      case "invalid" -> Verdict.INVALID;
      case "inconclusive" -> Verdict.INCONCLUSIVE;
      default -> throw wrong("--fail-on is of fail, invalid and inconclusive, not " + name);
    };
  }

  /** The options of a comparison of files whose order is claimed, or not. */
  CompareOptions compare(@Nullable String order, Duration session) {
    try {
      return new CompareOptions(
          share("--floor", floor),
          share("--confidence", confidence),
          order,
          false,
          session,
          metrics,
          lower,
          higher);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  /** A percentage as a share; what is below 0.1 needs its sign, for it may be meant as a share. */
  static double share(String option, String text) {
    String number = text.strip().replaceFirst("\\s*%$", "");
    if (!number.matches("\\d{1,6}(\\.\\d{1,6})?")) {
      throw wrong(option + " is a percentage such as 2%, not " + text);
    }
    BigDecimal percent = new BigDecimal(number);
    boolean isSigned = text.strip().endsWith("%");
    if (!isSigned && percent.compareTo(new BigDecimal("0.1")) < 0) {
      throw wrong(
          "%s %s may be meant as a share or a percentage; write it with %%"
              .formatted(option, text));
    }
    return percent.movePointLeft(2).doubleValue();
  }

  static EvolveException wrong(String message) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, message);
  }
}
