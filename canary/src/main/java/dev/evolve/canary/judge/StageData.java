package dev.evolve.canary.judge;

import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryStageReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether what was reported of the stages can be judged at all, and what it says if so. */
final class StageData {

  /** More than any canary has; above it the exact tests would not end. */
  private static final long MAXIMUM_REQUESTS = 1_000_000;

  /** Answers of each arm that a piece of time has at least. */
  private static final int MINIMUM_IN_BLOCK = 4;

  private StageData() {}

  /** What is wrong with the reports; null if nothing. */
  static @Nullable String flaw(List<Stage> planned, List<CanaryStageReport> reports) {
    if (reports.isEmpty()) {
      return "no stage has run";
    }
    if (reports.size() > planned.size()) {
      return "%d stages were reported, and the pack has %d"
          .formatted(reports.size(), planned.size());
    }
    for (int i = 0; i < reports.size(); i++) {
      String flaw = flaw(i, planned.get(i), reports.get(i));
      if (flaw != null) {
        return "stage " + i + ": " + flaw;
      }
    }
    return null;
  }

  private static @Nullable String flaw(int index, Stage planned, CanaryStageReport report) {
    if (report.stage() != index) {
      return "the report is of stage " + report.stage();
    }
    if (report.weight() != planned.weight()) {
      return "its weight was %s and should be %s".formatted(report.weight(), planned.weight());
    }
    String flaw = flaw(Arm.BASELINE, report.baseline());
    if (flaw == null) {
      flaw = flaw(Arm.CANDIDATE, report.candidate());
    }
    long requests = report.baseline().requests() + report.candidate().requests();
    if (flaw == null && requests < planned.requests()) {
      flaw = "%d requests were answered of %d sent".formatted(requests, planned.requests());
    }
    return flaw;
  }

  private static @Nullable String flaw(Arm arm, ArmObservation seen) {
    if (seen.arm() != arm) {
      return "what should be the " + arm + " is the " + seen.arm();
    }
    if (seen.requests() <= 0 || seen.requests() > MAXIMUM_REQUESTS) {
      return "the %s has %d requests".formatted(arm, seen.requests());
    }
    if (seen.errors() < 0 || seen.errors() > seen.requests()) {
      return "the %s has %d errors of %d requests".formatted(arm, seen.errors(), seen.requests());
    }
    if (seen.latenciesMs().size() != seen.requests() - seen.errors()) {
      return "the %s has %d latencies of %d answers"
          .formatted(arm, seen.latenciesMs().size(), seen.requests() - seen.errors());
    }
    if (seen.latenciesMs().stream().anyMatch(latency -> !(latency > 0 && latency < 1e9))) {
      return "the " + arm + " has a latency that is no positive, finite time";
    }
    return null;
  }

  static ErrorTest.Counts counts(CanaryStageReport report) {
    return new ErrorTest.Counts(
        report.baseline().requests(),
        report.baseline().errors(),
        report.candidate().requests(),
        report.candidate().errors());
  }

  /** The whole stage as one stratum; empty arms make none. */
  static List<Stratum> whole(CanaryStageReport report) {
    return blocks(report, Integer.MAX_VALUE);
  }

  /**
   * The stage cut into pieces of time. A machine's bad second hits both arms, but not evenly by
   * chance; comparing within pieces keeps it from looking like a difference of the arms. Both arms'
   * answers come in order of arrival and at a steady share, so equal positions are about equal
   * times.
   *
   * @param size answers that a piece has at least
   */
  static List<Stratum> blocks(CanaryStageReport report, int size) {
    double[] baseline = latencies(report.baseline());
    double[] candidate = latencies(report.candidate());
    int fewer = Math.min(baseline.length, candidate.length);
    if (fewer == 0) {
      return List.of();
    }
    int blocks = (baseline.length + candidate.length) / size;
    int count = Math.max(1, Math.min(blocks, fewer / MINIMUM_IN_BLOCK));
    List<Stratum> strata = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strata.add(new Stratum(piece(baseline, i, count), piece(candidate, i, count)));
    }
    return strata;
  }

  private static double[] piece(double[] values, int index, int count) {
    int from = (int) ((long) index * values.length / count);
    int to = (int) ((index + 1L) * values.length / count);
    return Arrays.copyOfRange(values, from, to);
  }

  private static double[] latencies(ArmObservation seen) {
    return seen.latenciesMs().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
