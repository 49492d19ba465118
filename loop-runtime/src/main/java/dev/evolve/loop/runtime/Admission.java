package dev.evolve.loop.runtime;

import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may start. A loop reserves its resident bytes, its worst peak, its cache blocks and
 * its graph slots together before it starts; a step reserves its devices, its compute, its
 * transfers and a place among the steps in flight together before it runs.
 */
final class Admission {

  private final ResourceNames names;
  private final WaitLine loops;
  private final WaitLine steps;
  private LoopDemand lastDemand = LoopDemand.NONE;
  private Needs lastLifelong;
  private ResourceRequest lastRequest = ResourceRequest.NONE;
  private Needs lastNeeds;

  Admission(RuntimeLimits limits) {
    this.names = new ResourceNames(limits);
    int scanned = limits.queues().waitersScanned();
    this.loops = new WaitLine(names, scanned);
    this.steps = new WaitLine(names, scanned);
    this.lastLifelong = Needs.of(lastDemand, names);
    this.lastNeeds = Needs.of(lastRequest, names);
  }

  /** What a loop of that demand holds for its life; equal demands in a row share it. */
  Needs lifelong(LoopDemand demand) {
    if (!demand.equals(lastDemand)) {
      lastLifelong = Needs.of(demand, names);
      lastDemand = demand;
    }
    return lastLifelong;
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

  /** What is left of the loops' resources if {@code leaving} gave back what they hold. */
  Ledger usedWithout(Iterable<DrivenLoop<?>> leaving) {
    Ledger left = loops.used().copy();
    leaving.forEach(loop -> left.release(loop.needs()));
    return left;
  }

  /** Adds what those wait for that are before a loop in line. */
  void takeAhead(DrivenLoop<?> loop, Ledger into) {
    loops.takeAhead(loop, into);
  }

  /**
   * Reserves what a step needs, or queues it and answers false.
   *
   * @throws NeverFitsException if it could not run even alone, or asks for more than its loop did
   */
  boolean reserve(DrivenLoop<?> loop, WorkPlan plan) {
    Needs needs = loop.knownNeeds(plan);
    if (needs == null) {
      needs = needsOf(loop, plan);
      loop.noteNeeds(plan, needs);
    }
    boolean reserved = steps.enter(loop, needs);
    loop.holdStep(needs, reserved);
    return reserved;
  }

  private Needs needsOf(DrivenLoop<?> loop, WorkPlan plan) {
    if (!loop.demand().covers(plan.resources())) {
      throw new NeverFitsException(
          loop.id(),
          "the step asks for " + plan.resources() + ", but its loop declared " + loop.demand());
    }
    if (!plan.resources().equals(lastRequest)) {
      Needs needs = Needs.of(plan.resources(), names);
      requireNoShortfall(loop, steps.used().shortfall(needs), "a step of ");
      lastNeeds = needs;
      lastRequest = plan.resources();
    }
    return lastNeeds;
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

  /** How many more steps may be in flight. */
  int freeSteps() {
    long taken = steps.used().takenOf(ResourceNames.STEPS);
    return Math.toIntExact(names.capacity(ResourceNames.STEPS) - taken);
  }

  int stepsInFlight() {
    return Math.toIntExact(steps.used().takenOf(ResourceNames.STEPS));
  }

  /** What is reserved, by resource. */
  SortedMap<String, Long> reserved() {
    SortedMap<String, Long> all = new TreeMap<>(loops.used().taken());
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
