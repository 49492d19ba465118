package dev.evolve.gates;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Scenario;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import dev.evolve.sandbox.ResourceUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Makes confirmations for tests: a good one, and ways to spoil it. */
final class Confirmations {

  static final String DIFF =
      """
      diff --git a/knobs.env b/knobs.env
      --- a/knobs.env
      +++ b/knobs.env
      @@ -1 +1 @@
      -TILE=1
      +TILE=3
      """;

  static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  /** Three candidates of fourteen rounds at most, judged an hour after the start. */
  static final ConfirmationTerms TERMS =
      new ConfirmationTerms(3, 14, CampaignFixtures.HARDWARE, START.plus(Duration.ofHours(1)));

  private Confirmations() {}

  /** A confirmation whose candidate takes {@code ratio} of the baseline's time, with noise. */
  static Evaluation of(double ratio, double noise, int rounds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BenchPack pack = CampaignFixtures.pack();
    List<BenchRun> runs = new ArrayList<>();
    List<ParityObservation> parity = new ArrayList<>();
    List<RepeatObservation> repeats = new ArrayList<>();
    for (Scenario scenario : pack.scenarios()) {
      for (int round = 0; round < rounds; round++) {
        boolean candidateFirst = round % 2 == 0;
        double base = 1000 * Math.exp(noise * random.nextGaussian());
        double time = 1000 * ratio * Math.exp(noise * random.nextGaussian());
        runs.add(run(scenario, Arm.BASELINE, round, candidateFirst ? 1 : 0, base));
        runs.add(run(scenario, Arm.CANDIDATE, round, candidateFirst ? 0 : 1, time));
        parity.add(
            new ParityObservation(
                scenario.name(), round, round, 9, 2e-7, 1e-6, 0, false, "", magnitude(2e-7)));
      }
      for (Arm arm : Arm.values()) {
        repeats.add(repeat(scenario.name(), arm, List.of("x", "x", "x")));
      }
    }
    return new Evaluation(
        "e",
        "toy-1-01",
        Evaluation.Phase.CONFIRMATION,
        seed,
        List.of(build(Arm.BASELINE), build(Arm.CANDIDATE)),
        runs,
        parity,
        repeats,
        CampaignFixtures.HARDWARE,
        new Evaluation.SandboxRecord("fake", List.of(), List.of()));
  }

  /** Of nine elements, a given share of the baseline's norm off. */
  static ParityObservation.Magnitude magnitude(double relativeL2) {
    return new ParityObservation.Magnitude(9, 1, relativeL2, 1);
  }

  static RepeatObservation repeat(String scenario, Arm arm, List<String> hashes) {
    return new RepeatObservation(
        scenario, arm, 5, hashes, null, List.of(), CampaignFixtures.HARDWARE.id());
  }

  static Evaluation good() {
    return of(0.7, 0.02, 14, 3);
  }

  static GateInput input(Evaluation confirmation) {
    return new GateInput(
        CampaignFixtures.pack(), "", proposal(), DIFF, confirmation, TERMS, null, null);
  }

  /** Of another pack, such as one that declares more. */
  static GateInput input(BenchPack pack, Evaluation confirmation) {
    return new GateInput(pack, "", proposal(), DIFF, confirmation, TERMS, null, null);
  }

  static GateInput inputWithDiff(String diff) {
    return new GateInput(CampaignFixtures.pack(), "", proposal(), diff, good(), TERMS, null, null);
  }

  static Evaluation withRuns(Evaluation of, UnaryOperator<List<BenchRun>> change) {
    return new Evaluation(
        of.id(),
        of.proposalId(),
        of.phase(),
        of.seed(),
        of.builds(),
        change.apply(new ArrayList<>(of.runs())),
        of.parity(),
        of.repeats(),
        of.hardware(),
        of.sandbox());
  }

  static Evaluation withParity(Evaluation of, UnaryOperator<List<ParityObservation>> change) {
    return new Evaluation(
        of.id(),
        of.proposalId(),
        of.phase(),
        of.seed(),
        of.builds(),
        of.runs(),
        change.apply(new ArrayList<>(of.parity())),
        of.repeats(),
        of.hardware(),
        of.sandbox());
  }

  static Evaluation withRepeats(Evaluation of, List<RepeatObservation> repeats) {
    return new Evaluation(
        of.id(),
        of.proposalId(),
        of.phase(),
        of.seed(),
        of.builds(),
        of.runs(),
        of.parity(),
        repeats,
        of.hardware(),
        of.sandbox());
  }

  static Evaluation withProposal(Evaluation of, String proposalId) {
    return new Evaluation(
        of.id(),
        proposalId,
        of.phase(),
        of.seed(),
        of.builds(),
        of.runs(),
        of.parity(),
        of.repeats(),
        of.hardware(),
        of.sandbox());
  }

  static Evaluation withPhase(Evaluation of, Evaluation.Phase phase) {
    return new Evaluation(
        of.id(),
        of.proposalId(),
        phase,
        of.seed(),
        of.builds(),
        of.runs(),
        of.parity(),
        of.repeats(),
        of.hardware(),
        of.sandbox());
  }

  static Evaluation withBuilds(Evaluation of, List<BuildRecord> builds) {
    return new Evaluation(
        of.id(),
        of.proposalId(),
        of.phase(),
        of.seed(),
        builds,
        of.runs(),
        of.parity(),
        of.repeats(),
        of.hardware(),
        of.sandbox());
  }

  static BenchRun with(BenchRun run, double value, String unit) {
    TreeMap<String, MetricValue> metrics = new TreeMap<>();
    metrics.put("time", new MetricValue(value, unit));
    return copy(run, run.round(), run.position(), run.seed(), run.status(), metrics, run.usage());
  }

  static BenchRun withStatus(BenchRun run, BenchRun.Status status) {
    return copy(
        run,
        run.round(),
        run.position(),
        run.seed(),
        status,
        new TreeMap<>(run.metrics()),
        run.usage());
  }

  static BenchRun withUsage(BenchRun run, ResourceUsage usage) {
    return copy(
        run,
        run.round(),
        run.position(),
        run.seed(),
        run.status(),
        new TreeMap<>(run.metrics()),
        usage);
  }

  static BenchRun placed(BenchRun run, int round, int position, long seed) {
    return copy(
        run, round, position, seed, run.status(), new TreeMap<>(run.metrics()), run.usage());
  }

  /** The run with one hash printed. */
  static BenchRun printing(BenchRun run, String name, String hash) {
    TreeMap<String, String> hashes = new TreeMap<>();
    hashes.put(name, hash);
    return new BenchRun(
        run.scenario(),
        run.arm(),
        run.round(),
        run.position(),
        run.seed(),
        run.status(),
        run.detail(),
        run.metrics(),
        run.outputSha256(),
        run.outputBytes(),
        run.usage(),
        hashes,
        run.startedAt());
  }

  static BuildRecord build(Arm arm) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("build/toy", "artifact of the " + arm);
    return new BuildRecord(arm, BuildRecord.Status.OK, 5, artifacts, "");
  }

  /** The run with other metrics. */
  static BenchRun with(BenchRun run, TreeMap<String, MetricValue> metrics) {
    return copy(run, run.round(), run.position(), run.seed(), run.status(), metrics, run.usage());
  }

  private static BenchRun copy(
      BenchRun run,
      int round,
      int position,
      long seed,
      BenchRun.Status status,
      TreeMap<String, MetricValue> metrics,
      ResourceUsage usage) {
    return new BenchRun(
        run.scenario(),
        run.arm(),
        round,
        position,
        seed,
        status,
        run.detail(),
        metrics,
        run.outputSha256(),
        run.outputBytes(),
        usage,
        run.hashes(),
        run.startedAt());
  }

  private static BenchRun run(Scenario scenario, Arm arm, int round, int position, double time) {
    TreeMap<String, MetricValue> metrics = new TreeMap<>();
    metrics.put("time", new MetricValue(time, "ns"));
    return new BenchRun(
        scenario.name(),
        arm,
        round,
        position,
        round,
        BenchRun.Status.OK,
        "",
        metrics,
        "x",
        36,
        new ResourceUsage(2000, 1000L, 8L << 20),
        new TreeMap<>(),
        START.plusSeconds(2L * round + position));
  }

  static Proposal proposal() {
    return new Proposal(
        "toy-1-01",
        "toy-1",
        "toy",
        BenchPack.Domain.KERNEL,
        "auto-tuner",
        "why",
        "faster",
        new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(3)),
        null,
        new RiskScore(0, new TreeMap<>()));
  }
}
