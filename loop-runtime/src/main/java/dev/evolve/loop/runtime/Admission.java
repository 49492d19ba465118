package dev.evolve.loop.runtime;

import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may start. A loop reserves its resident bytes, its worst peak and its cache blocks
 * together before it starts; a step reserves its devices, its compute and a place among the steps
 * in flight together before it runs.
 */
final class Admission {

  private final WaitLine loops;
  private final WaitLine steps;

  Admission(RuntimeLimits limits) {
    RuntimeLimits.Pools pools = limits.pools();
    Map<String, Long> lifelong = new HashMap<>();
    lifelong.put(Needs.MEMORY, pools.memoryBytes());
    pools.cacheBlocks().forEach((name, blocks) -> lifelong.put(Needs.cache(name), blocks));
    int scanned = limits.queues().waitersScanned();
    this.loops = new WaitLine(lifelong, scanned);
    this.steps =
        new WaitLine(
            Map.of(
                Needs.COMPUTE,
                Needs.micros(pools.computeSeconds()),
                Needs.STEPS,
                (long) limits.turns().stepsInFlight()),
            scanned);
  }

  /**
   * Refuses a loop that could not start even alone.
   *
   * @throws NeverFitsException with the figures
   */
  void requireFeasible(DrivenLoop<?> loop) {
    requireNoShortfall(loop, loops.used().shortfall(loop.needs()), "");
  }

  /** Reserves what a loop needs for its life, or queues it and answers false. */
  boolean admit(DrivenLoop<?> loop) {
    boolean admitted = loops.enter(loop, loop.needs());
    loop.setAdmitted(admitted);
    return admitted;
  }

  /** The queued loops that may start now. */
  List<DrivenLoop<?>> admitted() {
    List<DrivenLoop<?>> granted = loops.grant();
    granted.forEach(loop -> loop.setAdmitted(true));
    return granted;
  }

  /**
   * Reserves what a step needs, or queues it and answers false.
   *
   * @throws NeverFitsException if it could not run even alone, or asks for more than its loop did
   */
  boolean reserve(DrivenLoop<?> loop, ResourceRequest request) {
    if (!loop.demand().covers(request)) {
      throw new NeverFitsException(
          loop.id(), "the step asks for " + request + ", but its loop declared " + loop.demand());
    }
    Needs needs = Needs.of(request);
    requireNoShortfall(loop, steps.used().shortfall(needs), "a step of ");
    boolean reserved = steps.enter(loop, needs);
    if (reserved) {
      loop.holdStep(needs);
    } else {
      loop.awaitStep(needs);
    }
    return reserved;
  }

  /** The waiting steps that may run now. */
  List<DrivenLoop<?>> runnable() {
    List<DrivenLoop<?>> granted = steps.grant();
    granted.forEach(DrivenLoop::stepGranted);
    return granted;
  }

  /** Gives back what a step held. */
  void releaseStep(DrivenLoop<?> loop) {
    Needs held = loop.dropStep();
    if (held != null) {
      steps.release(held);
    }
  }

  /** Gives back all that a loop held or waited for. */
  void releaseAll(DrivenLoop<?> loop) {
    steps.withdraw(loop);
    loops.withdraw(loop);
    releaseStep(loop);
    if (loop.isAdmitted()) {
      loop.setAdmitted(false);
      loops.release(loop.needs());
    }
  }

  /** Whether a loop or step that waits might be served now. */
  boolean mayGrant() {
    return loops.mayGrant() || steps.mayGrant();
  }

  int queued() {
    return loops.size();
  }

  int stepsInFlight() {
    return Math.toIntExact(steps.used().takenOf(Needs.STEPS));
  }

  /** What is reserved, by resource. */
  SortedMap<String, Long> reserved() {
    SortedMap<String, Long> all = loops.used().taken();
    all.putAll(steps.used().taken());
    return all;
  }

  private static void requireNoShortfall(
      DrivenLoop<?> loop, @Nullable String shortfall, String what) {
    if (shortfall != null) {
      throw new NeverFitsException(
          loop.id(), what + loop.id() + " can never fit: " + shortfall + "; raise the limit");
    }
  }
}
