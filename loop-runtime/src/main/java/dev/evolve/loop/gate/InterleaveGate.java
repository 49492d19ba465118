package dev.evolve.loop.gate;

import dev.evolve.loop.port.KernelDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks that requests do not smear into each other: two or more of them interleaved step by step
 * must equal the same requests run each alone, and one after another, bit for bit, in every state,
 * every chunk and the result. Whoever changes a loop, an executor or a cache calls it with mixed
 * lengths and kinds.
 *
 * @param signals what wakes waiting plans
 * @param batched whether plans of equal batch key are also handed over together; only where the
 *     executor claims that batched and unbatched results are bit-identical
 */
public record InterleaveGate(SignalScript signals, boolean batched) {

  /** One step at a time; deadlines pass, other waits are findings. */
  public static InterleaveGate unbatched() {
    return new InterleaveGate(SignalScript.DEADLINES_PASS, false);
  }

  /** Also in batches; deadlines pass, other waits are findings. */
  public static InterleaveGate batchedToo() {
    return new InterleaveGate(SignalScript.DEADLINES_PASS, true);
  }

  /**
   * Runs the check.
   *
   * @param field makes the entrants of one run, always the same requests in the same order
   */
  public LoopGateReport check(Supplier<List<Entrant<?, ?>>> field) {
    return new Check(field).report();
  }

  private final class Check extends GateRun {

    Check(Supplier<List<Entrant<?, ?>>> field) {
      super(field, signals());
    }

    @Override
    void examine() {
      if (requests < 2) {
        findings.add("at least two requests are needed to interleave, not " + requests);
        return;
      }
      List<Trajectory> alone = alone();
      requireSomethingToSee(alone);
      compare("one after another", alone, run(this::serially));
      compare("interleaved", alone, run(this::stepByStep));
      if (batched) {
        requireEqualBits();
        compare("in batches", alone, run(this::inBatches));
      }
    }

    private void requireEqualBits() {
      for (Entrant<?, ?> entrant : field.get()) {
        KernelDeclaration declaration = entrant.executor().declaration();
        if (!declaration.isBitIdentical()) {
          findings.add(
              entrant.loopId()
                  + " runs on kernels that do not promise equal bits in batches ("
                  + declaration
                  + "); hold them by BatchParity");
        }
      }
    }

    private List<Trajectory> alone() {
      List<Trajectory> runs = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        runs.add(finish(entrant(i).begin(signals)).trajectory());
      }
      return runs;
    }

    private List<Trajectory> run(Consumer<List<LoopRun<?>>> driver) {
      List<LoopRun<?>> runs = begin();
      driver.accept(runs);
      return runs.stream().<Trajectory>map(LoopRun::trajectory).toList();
    }

    private void serially(List<LoopRun<?>> runs) {
      runs.forEach(this::finish);
    }

    private void stepByStep(List<LoopRun<?>> runs) {
      for (List<LoopRun<?>> open = open(runs); !open.isEmpty(); open = open(open)) {
        open.forEach(this::step);
      }
    }

    private void inBatches(List<LoopRun<?>> runs) {
      for (List<LoopRun<?>> open = open(runs); !open.isEmpty(); open = open(open)) {
        RunBatch.of(open).forEach(this::batch);
      }
    }

    private void batch(RunBatch batch) {
      batch.execute().forEach(LoopRun::complete);
      steps += batch.size();
    }

    private void requireSomethingToSee(List<Trajectory> alone) {
      alone.stream()
          .filter(Trajectory::isEmpty)
          .forEach(run -> findings.add(run.loopId() + " puts out nothing that could be compared"));
      if (alone.stream().filter(run -> run.steps() > 1).count() < 2) {
        findings.add("fewer than two requests take two steps: nothing is interleaved");
      }
    }

    private void compare(String how, List<Trajectory> alone, List<Trajectory> together) {
      List<String> expected = alone.stream().map(Trajectory::loopId).toList();
      List<String> actual = together.stream().map(Trajectory::loopId).toList();
      if (!expected.equals(actual)) {
        findings.add(how + ", other requests ran: " + actual + " instead of " + expected);
        return;
      }
      for (int i = 0; i < alone.size(); i++) {
        Parity.firstDivergence(alone.get(i), together.get(i))
            .ifPresent(divergence -> findings.add(how + ", " + divergence));
      }
    }
  }
}
