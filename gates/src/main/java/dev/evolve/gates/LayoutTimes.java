package dev.evolve.gates;

import dev.evolve.gate.GateInput;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Checks when the runs were made: those of a pair one after the other in the order that is claimed,
 * and all of them lately.
 */
final class LayoutTimes {

  /** Beyond the wall time that the pack allows a run. */
  private static final Duration BETWEEN = Duration.ofMinutes(5);

  private static final Duration STALE = Duration.ofDays(7);

  private LayoutTimes() {}

  /** Puts what is wrong into the evidence. */
  static void check(GateInput input, Evaluation evaluation, EvidenceList evidence) {
    List<Instant> starts =
        evaluation.runs().stream().map(BenchRun::startedAt).filter(Objects::nonNull).toList();
    if (starts.size() < evaluation.runs().size()) {
      evidence.invalid(
          "times",
          "no starting time of " + (evaluation.runs().size() - starts.size()) + " runs",
          "when every run started",
          "runs of unknown times may be of different days; confirm again");
      return;
    }
    Duration allowed = BETWEEN.plusSeconds(2L * input.pack().limits().bench().wallSeconds());
    pairs(evaluation, allowed, evidence);
    stale(input.terms().now(), starts, evidence);
  }

  private static void pairs(Evaluation evaluation, Duration allowed, EvidenceList evidence) {
    Map<String, BenchRun> others = new HashMap<>();
    for (BenchRun run : evaluation.runs()) {
      String pair = run.scenario() + "/round " + run.round();
      BenchRun other = others.putIfAbsent(pair, run);
      if (other != null) {
        pair(pair, other, run, allowed, evidence);
      }
    }
  }

  private static void pair(
      String name, BenchRun one, BenchRun other, Duration allowed, EvidenceList evidence) {
    BenchRun first = one.position() == 0 ? one : other;
    BenchRun second = one.position() == 0 ? other : one;
    Duration between =
        Duration.between(
            Objects.requireNonNull(first.startedAt()), Objects.requireNonNull(second.startedAt()));
    if (between.isNegative() || between.compareTo(allowed) > 0) {
      evidence.invalid(
          name + "/times",
          "the second run started " + between + " after the first",
          "within " + allowed + " after it",
          "the two runs of a pair are made one after the other; confirm again");
    }
  }

  private static void stale(Instant now, List<Instant> starts, EvidenceList evidence) {
    for (Instant start : starts) {
      Duration age = Duration.between(start, now);
      if (age.isNegative() || age.compareTo(STALE) > 0) {
        evidence.invalid(
            "age",
            "a run of " + start + ", judged at " + now,
            "runs of the last " + STALE.toDays() + " days",
            "what was measured long ago, or will be, was not measured beside this; confirm again");
        return;
      }
    }
  }
}
