package dev.evolve.campaign;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.Evaluator;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.measure.SoakObservation;
import dev.evolve.pack.Scenario;
import dev.evolve.proposal.Changeset;
import dev.evolve.sandbox.ResourceUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measures nothing: gives each tile the ratio, status and output that a test wants. */
public final class FakeEvaluator implements Evaluator {

  private static final long MEBIBYTE = 1L << 20;
  private static final double ENERGY = 10;
  private static final ResourceUsage USAGE = new ResourceUsage(2000, 1900L, MEBIBYTE, ENERGY);

  private final Map<String, Double> ratios = new HashMap<>();
  private final Map<String, Long> peaks = new HashMap<>();
  private final Map<String, Double> energies = new HashMap<>();
  private final Map<String, BenchRun.Status> statuses = new HashMap<>();
  private final Map<String, Double> relativeL2 = new HashMap<>();
  private final Map<String, String> binaries = new HashMap<>();
  private final Map<String, ErrorCode> machineFailures = new HashMap<>();
  private final List<String> measured = new ArrayList<>();
  private double jitter;

  /** Candidate over baseline of a tile, on every scenario. */
  public FakeEvaluator ratio(int tile, double ratio) {
    ratios.put(String.valueOf(tile), ratio);
    return this;
  }

  /** Peak of resident memory of a tile; 1 MiB otherwise and for the baseline. */
  public FakeEvaluator peakMebibytes(int tile, long mebibytes) {
    peaks.put(String.valueOf(tile), mebibytes << 20);
    return this;
  }

  /** Energy of a tile's runs; 10 J otherwise and for the baseline. */
  public FakeEvaluator joules(int tile, double joules) {
    energies.put(String.valueOf(tile), joules);
    return this;
  }

  /** How the runs of a tile end. */
  public FakeEvaluator status(int tile, BenchRun.Status status) {
    statuses.put(String.valueOf(tile), status);
    return this;
  }

  /** How far the output of a tile is from the baseline's. */
  public FakeEvaluator relativeL2(int tile, double difference) {
    relativeL2.put(String.valueOf(tile), difference);
    return this;
  }

  /** Another tile to whose binary a tile builds. */
  public FakeEvaluator builtTo(int tile, String other) {
    binaries.put(String.valueOf(tile), other);
    return this;
  }

  /** How the machine fails on a tile. */
  public FakeEvaluator machineFails(int tile, ErrorCode code) {
    machineFailures.put(String.valueOf(tile), code);
    return this;
  }

  /** By how much the ratios of rounds differ from the first one's. */
  public FakeEvaluator jitter(double share) {
    jitter = share;
    return this;
  }

  /** Ids of the evaluations made, in order, with repetitions. */
  public List<String> measured() {
    return List.copyOf(measured);
  }

  @Override
  public Evaluation evaluate(
      EvaluationRequest request, EvaluationProgress progress, Cancellation cancellation) {
    measured.add(request.evaluationId());
    String tile = ((Changeset.Knobs) request.changeset()).to().values().getOrDefault("TILE", "");
    ErrorCode machineFailure = machineFailures.get(tile);
    if (machineFailure != null) {
      throw new EvolveException(machineFailure, "no space left");
    }
    List<BuildRecord> builds = List.of(build(Arm.BASELINE, "1"), build(Arm.CANDIDATE, tile));
    Optional<String> twin = request.twin(builds.getFirst(), builds.getLast());
    if (twin.isPresent()) {
      return notMeasured(request, builds, twin.get());
    }
    List<BenchRun> runs = new ArrayList<>();
    List<ParityObservation> parity = new ArrayList<>();
    List<RepeatObservation> repeats = new ArrayList<>();
    for (Scenario scenario : scenarios(request)) {
      for (int round = 0; round < request.rounds(); round++) {
        runs.add(run(scenario.name(), Arm.BASELINE, round, 1000, BenchRun.Status.OK, USAGE));
        runs.add(candidate(tile, scenario.name(), round));
        parity.add(
            new ParityObservation(
                scenario.name(),
                round,
                round,
                10,
                relativeL2.getOrDefault(tile, 0.0),
                0,
                0,
                false,
                "",
                new ParityObservation.Magnitude(10, 1, relativeL2.getOrDefault(tile, 0.0), 0)));
      }
      for (Arm arm : Arm.values()) {
        repeats.add(
            new RepeatObservation(
                scenario.name(),
                arm,
                7,
                List.of("h", "h", "h"),
                null,
                List.of(),
                CampaignFixtures.HARDWARE.id()));
      }
    }
    progress.ran(runs.getLast(), runs.size(), runs.size());
    return new Evaluation(
        request.evaluationId(),
        request.proposalId(),
        request.phase(),
        11,
        builds,
        runs,
        parity,
        request.phase() == Evaluation.Phase.CONFIRMATION ? repeats : List.of(),
        CampaignFixtures.HARDWARE,
        new Evaluation.SandboxRecord("fake", List.of("no-network"), List.of()));
  }

  @Override
  public List<SoakObservation> soak(
      EvaluationRequest request,
      Evaluation confirmation,
      EvaluationProgress progress,
      Cancellation cancellation) {
    measured.add(request.evaluationId() + "-soak");
    progress.soaked("soak", 1, 1);
    List<SoakObservation.Sample> samples = List.of(new SoakObservation.Sample(30, MEBIBYTE, 1));
    return List.of(
        new SoakObservation(Arm.BASELINE, 1, 7, SoakObservation.Status.OK, "", samples),
        new SoakObservation(Arm.CANDIDATE, 1, 7, SoakObservation.Status.OK, "", samples));
  }

  private static List<Scenario> scenarios(EvaluationRequest request) {
    return request.phase() == Evaluation.Phase.SCREENING
        ? request.pack().scenarios(Scenario.Role.TRAIN)
        : request.pack().scenarios();
  }

  private BenchRun candidate(String tile, String scenario, int round) {
    double ratio = ratios.getOrDefault(tile, 1.0);
    return run(
        scenario,
        Arm.CANDIDATE,
        round,
        1000 * ratio * (1 + jitter * round),
        statuses.getOrDefault(tile, BenchRun.Status.OK),
        new ResourceUsage(
            2000, 1900L, peaks.getOrDefault(tile, MEBIBYTE), energies.getOrDefault(tile, ENERGY)));
  }

  private static BenchRun run(
      String scenario,
      Arm arm,
      int round,
      double time,
      BenchRun.Status status,
      ResourceUsage usage) {
    TreeMap<String, MetricValue> metrics = new TreeMap<>();
    metrics.put("time", new MetricValue(time, "ns"));
    return new BenchRun(
        scenario,
        arm,
        round,
        (round + arm.ordinal()) % 2,
        round,
        status,
        "",
        metrics,
        "hash",
        40,
        usage,
        new TreeMap<>(),
        Instant.parse("2026-11-30T12:00:00Z").plusSeconds(round));
  }

  private static Evaluation notMeasured(
      EvaluationRequest request, List<BuildRecord> builds, String twin) {
    return new Evaluation(
        request.evaluationId(),
        request.proposalId(),
        request.phase(),
        11,
        builds,
        List.of(),
        List.of(),
        List.of(),
        CampaignFixtures.HARDWARE,
        new Evaluation.SandboxRecord("fake", List.of(), List.of()),
        new Evaluation.NotMeasured(Evaluation.NotMeasured.Cause.SAME_BINARY, twin));
  }

  private BuildRecord build(Arm arm, String tile) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("build/toy", "artifact-of-" + binaries.getOrDefault(tile, tile));
    return new BuildRecord(arm, BuildRecord.Status.OK, 5, artifacts, "");
  }
}
