package dev.evolve.measure;

import dev.evolve.measure.BenchRunner.Slot;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The runs of an evaluation, in their order: for each scenario one run of each arm that is thrown
 * away, then the rounds over all scenarios, then, when confirming, the runs for outputs alone.
 */
final class Rounds {

  private final EvaluationRequest request;
  private final ArmProcesses processes;
  private final EvaluationRecord record;
  private final Supplier<HardwareProfile> hardware;
  private final StoppingRule stopping;

  Rounds(
      EvaluationRequest request,
      ArmProcesses processes,
      EvaluationRecord record,
      Supplier<HardwareProfile> hardware,
      StoppingRule stopping) {
    this.request = request;
    this.processes = processes;
    this.record = record;
    this.hardware = hardware;
    this.stopping = stopping;
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
      if (isEnough()) {
        break;
      }
    }
    if (request.phase() == Evaluation.Phase.CONFIRMATION) {
      new OutputRuns(request, processes, record, hardware).run(random);
    }
  }

  private boolean isEnough() {
    return request.phase() == Evaluation.Phase.CONFIRMATION
        && request.confirmations() > 0
        && stopping.isEnough(request, record.runs());
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
    for (int position = 0; position < 2; position++) {
      Arm arm = order.arms().get(position);
      BenchRun run = run(new Slot(scenario, arm, order.round(), position, order.seed()));
      if (!record.ran(run, total())) {
        return false;
      }
    }
    record.compared(processes.compare().observation(scenario.name(), order.round(), order.seed()));
    return true;
  }

  private BenchRun run(Slot slot) throws InterruptedException {
    return processes.run(slot);
  }
}
