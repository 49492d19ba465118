package dev.evolve.loop.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One run of a gate: counts the requests and the steps, gathers the findings, and takes a run that
 * does not end for a finding. Used once.
 */
abstract class GateRun {

  /** Makes the entrants of one run, always the same requests in the same order. */
  final Supplier<List<Entrant<?, ?>>> field;

  /** What wakes waiting plans. */
  final SignalScript signals;

  final List<String> findings = new ArrayList<>();
  int requests;
  long steps;

  GateRun(Supplier<List<Entrant<?, ?>>> field, SignalScript signals) {
    this.field = field;
    this.signals = signals;
  }

  /** Holds the requests against each other; what does not agree goes into the findings. */
  abstract void examine();

  /** Runs it. */
  final LoopGateReport report() {
    try {
      requests = field.get().size();
      examine();
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      findings.add("a run did not end: " + e);
    }
    return new LoopGateReport(requests, steps, findings);
  }

  /** A new run of one request, not begun. */
  final Entrant<?, ?> entrant(int request) {
    return field.get().get(request);
  }

  /** New runs of all requests. */
  final List<LoopRun<?>> begin() {
    List<LoopRun<?>> runs = new ArrayList<>();
    field.get().forEach(entrant -> runs.add(entrant.begin(signals)));
    return runs;
  }

  /** Takes the run's next step. */
  final void step(LoopRun<?> run) {
    run.step();
    steps++;
  }

  /** Takes every step that the run has left. */
  final <R extends LoopRun<?>> R finish(R run) {
    while (!run.isDone()) {
      step(run);
    }
    return run;
  }

  /** The runs that are not done. */
  static List<LoopRun<?>> open(List<LoopRun<?>> runs) {
    List<LoopRun<?>> open = new ArrayList<>(runs);
    open.removeIf(LoopRun::isDone);
    return open;
  }
}
