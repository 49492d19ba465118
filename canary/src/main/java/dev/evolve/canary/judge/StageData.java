package dev.evolve.canary.judge;

import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryStageReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether what was reported of the stages can be judged at all, and what it says if so. */
final class StageData {

  /** More than any canary has; above it the exact tests would not end. */
  private static final long MAXIMUM_REQUESTS = 1_000_000;

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

  static Stratum stratum(CanaryStageReport report) {
    return new Stratum(latencies(report.baseline()), latencies(report.candidate()));
  }

  private static double[] latencies(ArmObservation seen) {
    return seen.latenciesMs().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
