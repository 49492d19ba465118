package dev.evolve.app.bench.gates.outputs;

import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.gates.Gates;
import dev.evolve.json.Digests;
import dev.evolve.measure.Accuracy;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.OutputComparison;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Output.Dtype;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Metric;
import dev.evolve.pack.OutputDemands;
import dev.evolve.pack.Scenario;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import dev.evolve.sandbox.ResourceUsage;
import dev.evolve.verdict.GateFinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts outputs before the determinism gate the way a campaign does: as files that are compared, in
 * an evaluation that the gate judges.
 */
public final class OutputTrial {

  private static final String SCENARIO = "inputs";
  private static final String CACHE = "kernel-cache";
  private static final Gate GATE =
      Gates.standard().stream()
          .filter(gate -> gate.name().equals("determinism"))
          .findFirst()
          .orElseThrow();
  private static final HardwareProfile MACHINE =
      new HardwareProfile("any", "any", 1, 1, "any", "any", "any", "any", new TreeMap<>());

  private final Path scratch;

  /**
   * @param scratch directory for the outputs
   */
  public OutputTrial(Path scratch) {
    this.scratch = scratch;
  }

  /**
   * Outputs of both builds, round by round.
   *
   * @param dtype their element type
   * @param rounds a baseline's and a candidate's output each
   * @param repeats what the candidate wrote when it was run again on the inputs of the first round
   * @param reference output in double precision on those; null if the pack declares none
   * @param isHostile true if the inputs are adversarial
   * @param isCacheStale true if the candidate's kernel cache still has the baseline's hash
   */
  public record Outputs(
      Dtype dtype,
      List<byte[][]> rounds,
      List<byte[]> repeats,
      byte @Nullable [] reference,
      boolean isHostile,
      boolean isCacheStale) {}

  /** When everything is taken to have run: outputs know no time. */
  private static final Instant START = Instant.EPOCH;

  /** The gate's finding on them. */
  public GateFinding judge(Outputs outputs) {
    List<ParityObservation> parity = new ArrayList<>();
    for (int round = 0; round < outputs.rounds().size(); round++) {
      byte[][] pair = outputs.rounds().get(round);
      parity.add(compare(outputs, pair[0], pair[1]).observation(SCENARIO, round, round));
    }
    BenchPack pack = pack(outputs);
    return GATE.judge(
        new GateInput(
            pack,
            "",
            PROPOSAL,
            "",
            evaluation(outputs, parity),
            new ConfirmationTerms(1, parity.size(), MACHINE, START),
            null,
            null));
  }

  private OutputComparison compare(Outputs outputs, byte[] baseline, byte[] candidate) {
    try {
      return OutputComparison.of(
          Files.write(scratch.resolve("baseline.bin"), baseline),
          Files.write(scratch.resolve("candidate.bin"), candidate),
          outputs.dtype());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compare outputs in " + scratch, e);
    }
  }

  private Evaluation evaluation(Outputs outputs, List<ParityObservation> parity) {
    List<BenchRun> runs = new ArrayList<>();
    for (int round = 0; round < parity.size(); round++) {
      for (int position = 0; position < 2; position++) {
        Arm arm = Arm.values()[(round + position) % 2];
        runs.add(run(arm, round, position, outputs));
      }
    }
    byte[] first = outputs.rounds().getFirst()[0];
    return new Evaluation(
        "bench",
        PROPOSAL.id(),
        Evaluation.Phase.CONFIRMATION,
        1,
        List.of(build(Arm.BASELINE), build(Arm.CANDIDATE)),
        runs,
        parity,
        List.of(
            repeats(Arm.BASELINE, List.of(first, first, first), outputs),
            repeats(Arm.CANDIDATE, outputs.repeats(), outputs)),
        MACHINE,
        new Evaluation.SandboxRecord("none", List.of(), List.of()));
  }

  private RepeatObservation repeats(Arm arm, List<byte[]> found, Outputs outputs) {
    return new RepeatObservation(
        SCENARIO,
        arm,
        0,
        found.stream().map(bytes -> bytes.length == 0 ? "missing" : Digests.sha256(bytes)).toList(),
        accuracy(found.getFirst(), outputs),
        found.stream().map(run -> hashes(arm, outputs)).toList(),
        MACHINE.id());
  }

  private @Nullable Accuracy accuracy(byte[] output, Outputs outputs) {
    byte[] reference = outputs.reference();
    if (reference == null) {
      return null;
    }
    try {
      return Accuracy.of(
          Files.write(scratch.resolve("output.bin"), output),
          outputs.dtype(),
          Files.write(scratch.resolve("reference.bin"), reference));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compare with a reference in " + scratch, e);
    }
  }

  /** The build differs, so the hash of what was made of it has to differ too. */
  private static SortedMap<String, String> hashes(Arm arm, Outputs outputs) {
    boolean isBaseline = arm == Arm.BASELINE || outputs.isCacheStale();
    TreeMap<String, String> hashes = new TreeMap<>();
    hashes.put(CACHE, isBaseline ? "00000000" : "11111111");
    return hashes;
  }

  private static BenchRun run(Arm arm, int round, int position, Outputs outputs) {
    TreeMap<String, MetricValue> metrics = new TreeMap<>();
    metrics.put("time", new MetricValue(1000 + round, "ns"));
    return new BenchRun(
        SCENARIO,
        arm,
        round,
        position,
        round,
        BenchRun.Status.OK,
        "",
        metrics,
        null,
        0,
        new ResourceUsage(2000, 1000L, 1L << 20),
        hashes(arm, outputs),
        START);
  }

  private static BuildRecord build(Arm arm) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("kernel", "of the " + arm);
    return new BuildRecord(arm, BuildRecord.Status.OK, 1, artifacts, "");
  }

  private static BenchPack pack(Outputs outputs) {
    BenchPack.Limits limits = new BenchPack.Limits(1, 1, 1);
    BenchPack.Output.Measure measure =
        outputs.dtype().isFloating()
            ? BenchPack.Output.Measure.RELATIVE_L2
            : BenchPack.Output.Measure.BITWISE;
    List<String> reference =
        outputs.reference() == null ? List.of() : List.of("reference", "{seed}", "{output}");
    Scenario.Role role = outputs.isHostile() ? Scenario.Role.ADVERSARIAL : Scenario.Role.TRAIN;
    return new BenchPack(
        1,
        "outputs",
        BenchPack.Domain.KERNEL,
        "computed outputs",
        List.of(),
        List.of(),
        new BenchPack.ConfigurationFile("knobs", BenchPack.ConfigurationFile.Format.ENV),
        List.of(),
        new BenchPack.Build(List.of("build"), List.of("kernel")),
        new BenchPack.Bench(List.of("bench", "{seed}", "{output}")),
        List.of(new Scenario(SCENARIO, role, List.of())),
        List.of(new Metric("time", "ns", Metric.Direction.LOWER, Metric.Role.OBJECTIVE, "")),
        new BenchPack.Output(
            outputs.dtype(),
            measure,
            outputs.dtype().defaultTolerance(),
            new OutputDemands(
                null,
                reference,
                List.of(),
                List.of(new OutputDemands.DeclaredHash(CACHE, List.of("kernel"))))),
        new BenchPack.PackLimits(limits, limits),
        new BenchPack.Thresholds(
            new BenchPack.Thresholds.Perf(0.1, 0.99),
            new BenchPack.Thresholds.Memory(0.03),
            new BenchPack.Thresholds.CanaryTolerances(0.1, 0.2, 0)),
        null,
        new BenchPack.Canary(List.of()),
        new BenchPack.Budget(1, 1));
  }

  private static final Proposal PROPOSAL =
      new Proposal(
          "bench-1",
          "bench",
          "outputs",
          BenchPack.Domain.KERNEL,
          "bench",
          "",
          "",
          new Changeset.Knobs(
              new Configuration(new TreeMap<>()), new Configuration(new TreeMap<>())),
          null,
          new RiskScore(0, new TreeMap<>()));
}
