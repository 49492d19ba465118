package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.BenchRunner.Slot;
import dev.evolve.pack.Scenario;
import dev.evolve.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The runs of an evaluation, in their order: for each scenario one run of each arm that is thrown
 * away, then the rounds over all scenarios, then, when confirming, repeats with one seed.
 */
final class Rounds {

  private static final int REPEATS = 3;

  private final EvaluationRequest request;
  private final Workspace workspace;
  private final Arms arms;
  private final BenchRunner runner;
  private final EvaluationRecord record;
  private final Checkpoints checkpoints;

  Rounds(
      EvaluationRequest request,
      Workspace workspace,
      Arms arms,
      BenchRunner runner,
      EvaluationRecord record,
      Checkpoints checkpoints) {
    this.request = request;
    this.workspace = workspace;
    this.arms = arms;
    this.runner = runner;
    this.record = record;
    this.checkpoints = checkpoints;
  }

  /** Runs everything, or until the candidate fails. */
  void run(long seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Scenario> scenarios = scenarios();
    List<List<RoundOrder>> orders = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      if (!warmUp(scenario, RoundOrder.seed(random))) {
        return;
      }
      orders.add(RoundOrder.draw(request.rounds(), random));
    }
    for (int round = 0; round < request.rounds(); round++) {
      for (int i = 0; i < scenarios.size(); i++) {
        if (!pair(scenarios.get(i), orders.get(i).get(round))) {
          return;
        }
      }
    }
    if (request.phase() == Evaluation.Phase.CONFIRMATION) {
      for (Scenario scenario : scenarios) {
        repeat(scenario, RoundOrder.seed(random));
      }
    }
  }

  /** The search must not see what the gates judge by. */
  private List<Scenario> scenarios() {
    return request.phase() == Evaluation.Phase.SCREENING
        ? request.pack().scenarios(Scenario.Role.TRAIN)
        : request.pack().scenarios();
  }

  private int total() {
    return scenarios().size() * request.rounds() * 2;
  }

  /** Thrown away, unless the candidate fails: that is what is recorded then. */
  private boolean warmUp(Scenario scenario, long seed) throws InterruptedException {
    for (Arm arm : Arm.values()) {
      BenchRun run = run(new Slot(scenario, arm, 0, arm.ordinal(), seed));
      if (run.status() != BenchRun.Status.OK) {
        return record.ran(run, total());
      }
    }
    return true;
  }

  private boolean pair(Scenario scenario, RoundOrder order) throws InterruptedException {
    Map<Arm, Path> outputs = new EnumMap<>(Arm.class);
    for (int position = 0; position < 2; position++) {
      Arm arm = order.arms().get(position);
      BenchRun run = run(new Slot(scenario, arm, order.round(), position, order.seed()));
      if (!record.ran(run, total())) {
        return false;
      }
      outputs.put(arm, output(arm).resolve(BenchRunner.OUTPUT_FILE));
    }
    record.compared(compare(outputs).observation(scenario.name(), order.round(), order.seed()));
    return true;
  }

  private OutputComparison compare(Map<Arm, Path> outputs) {
    Path baseline = outputs.getOrDefault(Arm.BASELINE, Path.of(""));
    Path candidate = outputs.getOrDefault(Arm.CANDIDATE, Path.of(""));
    try {
      return OutputComparison.of(baseline, candidate, request.pack().output().dtype());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot compare " + baseline + " and " + candidate, e);
    }
  }

  private void repeat(Scenario scenario, long seed) throws InterruptedException {
    for (Arm arm : Arm.values()) {
      List<String> hashes = new ArrayList<>();
      for (int i = 0; i < REPEATS; i++) {
        BenchRun run = run(new Slot(scenario, arm, i, 0, seed));
        String hash = run.outputSha256();
        hashes.add(run.status() == BenchRun.Status.OK && hash != null ? hash : "missing");
      }
      record.repeated(new RepeatObservation(scenario.name(), arm, seed, hashes));
    }
  }

  private BenchRun run(Slot slot) throws InterruptedException {
    checkpoints.passOrThrow();
    workspace.emptyDirectory(name(slot.arm()));
    BenchRun run = runner.run(slot, arms.of(slot.arm()), output(slot.arm()));
    if (slot.arm() == Arm.BASELINE && run.status() != BenchRun.Status.OK) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "the baseline of %s fails on scenario %s (%s: %s), so nothing can be measured against it;"
                  .formatted(request.pack().name(), run.scenario(), run.status(), run.detail())
              + " run its bench by hand at commit "
              + request.source().commit()
              + ", and list every file that it needs from the build under build.artifacts");
    }
    return run;
  }

  private Path output(Arm arm) {
    return workspace.directory(name(arm));
  }

  /** Of equal length for both arms, as their checkouts are. */
  private static String name(Arm arm) {
    return "out-" + arm.ordinal();
  }
}
