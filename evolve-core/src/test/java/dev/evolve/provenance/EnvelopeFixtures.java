package dev.evolve.provenance;

import dev.evolve.measure.Accuracy;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.measure.SoakObservation;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.Changeset;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.sandbox.ResourceUsage;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Envelopes with something in every field. */
public final class EnvelopeFixtures {

  /** The gates that a change must pass. */
  public static final List<String> GATES =
      List.of("determinism", "perf", "memory", "safety", "promotion");

  /** When everything in an envelope happened. */
  public static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");

  private static final String HASH = "ab".repeat(32);
  private static final HardwareProfile HARDWARE =
      new HardwareProfile(
          "amd64",
          "Test CPU",
          2,
          1L << 30,
          "Linux 6",
          "0x1",
          "cc 12",
          HASH,
          new TreeMap<>(Map.of("none", "none")));

  private EnvelopeFixtures() {}

  /** An envelope of a change that passed everything. */
  public static OutputEnvelope envelope(
      String proposalId,
      String baseCommit,
      String baseTree,
      Changeset changeset,
      String diffSha256) {
    return new OutputEnvelope(
        1,
        proposalId,
        "campaign-1",
        new OutputEnvelope.Plan("auto-tuner/test", "a larger tile", "time falls by 20 %", HASH),
        List.of(new OutputEnvelope.Action("evaluate", AT, "measured")),
        new OutputEnvelope.Changes(baseCommit, baseTree, changeset, diffSha256),
        new OutputEnvelope.Validation(evaluation(proposalId), passed(), canary(), HASH),
        new OutputEnvelope.Rollback(baseTree, HASH, true, "evolve rollback " + proposalId),
        new OutputEnvelope.ReproBundle(HASH, HASH, HASH, 7, HASH, HARDWARE, "0.1.0"));
  }

  /** The same envelope with other findings. */
  public static OutputEnvelope withGates(OutputEnvelope envelope, List<GateFinding> gates) {
    OutputEnvelope.Validation before = envelope.validation();
    return new OutputEnvelope(
        envelope.version(),
        envelope.proposalId(),
        envelope.campaignId(),
        envelope.plan(),
        envelope.actions(),
        envelope.changes(),
        new OutputEnvelope.Validation(
            before.confirmation(), gates, before.canary(), before.auditHead()),
        envelope.rollback(),
        envelope.repro());
  }

  /** The same envelope with another plan. */
  public static OutputEnvelope withPlan(OutputEnvelope envelope, OutputEnvelope.Plan plan) {
    return new OutputEnvelope(
        envelope.version(),
        envelope.proposalId(),
        envelope.campaignId(),
        plan,
        envelope.actions(),
        envelope.changes(),
        envelope.validation(),
        envelope.rollback(),
        envelope.repro());
  }

  /** Findings of all gates, all passed. */
  public static List<GateFinding> passed() {
    return GATES.stream().map(gate -> finding(gate, Verdict.PASS)).toList();
  }

  /** Findings of all gates, one of them with another verdict. */
  public static List<GateFinding> passedExcept(String gate, Verdict verdict) {
    List<GateFinding> findings = new ArrayList<>(passed());
    findings.replaceAll(f -> f.gate().equals(gate) ? finding(gate, verdict) : f);
    return findings;
  }

  private static GateFinding finding(String gate, Verdict verdict) {
    return GateFinding.of(
        gate,
        "as it should be",
        List.of(
            new Evidence("small/time", verdict, "0.80", "0.90", ""),
            new Evidence(
                "small/energy",
                verdict,
                "0.99",
                "1.05",
                "",
                new Evidence.Figures(0.99, 0.97, null, 1.05, "1", 10))),
        List.of(new Effect("small", "time", "ns", 0.8, 0.78, 0.82, 0.99, 10, 100, 80)));
  }

  private static Evaluation evaluation(String proposalId) {
    return new Evaluation(
            "evaluation-1",
            proposalId,
            Evaluation.Phase.CONFIRMATION,
            7,
            List.of(
                new BuildRecord(
                    Arm.CANDIDATE,
                    BuildRecord.Status.OK,
                    12,
                    new TreeMap<>(Map.of("build/toy", HASH)),
                    "done")),
            List.of(run(0, HASH), run(1, null)),
            List.of(
                new ParityObservation(
                    "small",
                    0,
                    7,
                    4,
                    0,
                    0,
                    0,
                    true,
                    "",
                    new ParityObservation.Magnitude(4, 2, 0, 0)),
                new ParityObservation(
                    "odd", 0, 7, 0, Double.NaN, Double.NaN, 0, false, "missing", null)),
            List.of(
                new RepeatObservation(
                    "small",
                    Arm.CANDIDATE,
                    7,
                    List.of(HASH, "missing"),
                    Accuracy.missing("no reference"),
                    List.of(),
                    HARDWARE.id())),
            HARDWARE,
            new Evaluation.SandboxRecord("unshare", List.of("no network"), List.of("no cgroup")))
        .withSoaks(
            List.of(
                new SoakObservation(
                    Arm.CANDIDATE,
                    1,
                    7,
                    SoakObservation.Status.OK,
                    "",
                    List.of(new SoakObservation.Sample(30.1, 1 << 20, 12)))));
  }

  private static BenchRun run(int position, @Nullable String output) {
    return new BenchRun(
        "small",
        Arm.CANDIDATE,
        0,
        position,
        7,
        output == null ? BenchRun.Status.MISSING_OUTPUT : BenchRun.Status.OK,
        "",
        new TreeMap<>(Map.of("time", new MetricValue(80, "ns"))),
        output,
        16,
        new ResourceUsage(
            5,
            position == 0 ? Long.valueOf(4) : null,
            position == 0 ? Long.valueOf(1 << 20) : null,
            position == 0 ? Double.valueOf(2.5) : null),
        new TreeMap<>(Map.of("graph", "9f86d081")),
        position == 0 ? Instant.parse("2026-11-30T12:00:00Z") : null);
  }

  private static CanaryReport canary() {
    return new CanaryReport(
        List.of(
            new CanaryStageReport(
                0,
                0.1,
                new ArmObservation(Arm.BASELINE, 90, 0, List.of(1.0, 1.5)),
                new ArmObservation(Arm.CANDIDATE, 10, 0, List.of(0.8)),
                "",
                1000)),
        CanaryVerdict.PROMOTE,
        "no worse",
        List.of(new Evidence("p95", Verdict.PASS, "0.8 ms", "1.6 ms", "")),
        new CanaryReport.Subject("p1", HASH, HASH));
  }
}
