package dev.evolve.measure;

import dev.evolve.measure.BenchRunner.Slot;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.OutputDemands;
import dev.evolve.pack.Scenario;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs for outputs alone, after everything that is timed: on each scenario repeats of both arms
 * with one seed, held against the pack's reference if it has one; on edge shapes and adversarial
 * values the outputs of both arms on further seeds.
 */
final class OutputRuns {

  private static final int REPEATS = 3;

  /** Inputs that an edge shape is compared on: few elements can agree by chance on one. */
  private static final int SEEDS = 3;

  private final OutputDemands demands;
  private final List<Scenario> measured;
  private final ArmProcesses processes;
  private final EvaluationRecord record;
  private final Supplier<HardwareProfile> hardware;

  OutputRuns(
      EvaluationRequest request,
      ArmProcesses processes,
      EvaluationRecord record,
      Supplier<HardwareProfile> hardware) {
    this.demands = request.pack().output().demands();
    this.measured = request.pack().scenarios();
    this.processes = processes;
    this.record = record;
    this.hardware = hardware;
  }

  void run(SplittableRandom random) throws InterruptedException {
    List<RepeatObservation> repeats = new ArrayList<>();
    for (Scenario scenario : measured) {
      repeats.addAll(repeat(scenario, RoundOrder.seed(random)));
    }
    for (Scenario scenario : demands.scenarios()) {
      repeats.addAll(check(scenario, random));
    }
    // The machine is looked at once more, after all of it.
    String machine = hardware.get().id();
    repeats.forEach(repeat -> record.repeated(repeat.on(machine)));
  }

  private List<RepeatObservation> check(Scenario scenario, SplittableRandom random)
      throws InterruptedException {
    long first = RoundOrder.seed(random);
    List<RepeatObservation> repeats = repeat(scenario, first);
    record.compared(processes.compare().observation(scenario.name(), 0, first));
    for (int round = 1; round < SEEDS; round++) {
      long seed = RoundOrder.seed(random);
      for (Arm arm : Arm.values()) {
        processes.run(new Slot(scenario, arm, round, 0, seed));
      }
      record.compared(processes.compare().observation(scenario.name(), round, seed));
    }
    return repeats;
  }

  private List<RepeatObservation> repeat(Scenario scenario, long seed) throws InterruptedException {
    Map<Arm, List<BenchRun>> runs = new EnumMap<>(Arm.class);
    for (Arm arm : Arm.values()) {
      List<BenchRun> found = new ArrayList<>();
      for (int i = 0; i < REPEATS; i++) {
        found.add(processes.run(new Slot(scenario, arm, i, 0, seed)));
      }
      runs.put(arm, found);
    }
    Map<Arm, Accuracy> accuracies = accuracies(scenario, seed);
    return runs.entrySet().stream()
        .map(entry -> observation(entry.getValue(), accuracies.get(entry.getKey())))
        .toList();
  }

  private static RepeatObservation observation(List<BenchRun> runs, @Nullable Accuracy accuracy) {
    BenchRun first = runs.getFirst();
    return new RepeatObservation(
        first.scenario(),
        first.arm(),
        first.seed(),
        runs.stream().map(OutputRuns::outputHash).toList(),
        accuracy,
        runs.stream().map(BenchRun::hashes).toList(),
        null);
  }

  private static String outputHash(BenchRun run) {
    String hash = run.outputSha256();
    return run.status() == BenchRun.Status.OK && hash != null ? hash : "missing";
  }

  /** Empty without a reference; what keeps it from being compared is in each otherwise. */
  private Map<Arm, Accuracy> accuracies(Scenario scenario, long seed) throws InterruptedException {
    Map<Arm, Accuracy> found = new EnumMap<>(Arm.class);
    if (demands.reference().isEmpty()) {
      return found;
    }
    Optional<String> problem = processes.reference(scenario, seed);
    for (Arm arm : Arm.values()) {
      found.put(arm, problem.map(Accuracy::missing).orElseGet(() -> processes.accuracy(arm)));
    }
    return found;
  }
}
