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

  /** How many admitted loops there are of each priority. */
  private final TreeMap<Integer, Integer> holders = new TreeMap<>();

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
    if (admitted) {
      hold(loop);
    }
    return admitted;
  }

  private void hold(DrivenLoop<?> loop) {
    loop.setAdmitted(true);
    holders.merge(loop.priority(), 1, Integer::sum);
  }

  /** The queued loops that may start now. */
  List<DrivenLoop<?>> admitted() {
    List<DrivenLoop<?>> granted = loops.grant();
    granted.forEach(this::hold);
    return granted;
  }

  /** A copy of what loops hold. */
  Ledger used() {
    return loops.used().copy();
  }

  /** Whether a loop waits that comes before one of that priority. */
  boolean isQueuedAbove(int priority) {
    return loops.hasAbove(priority);
  }

  /** Whether a loop of lower priority than that has been admitted. */
  boolean isAdmittedBelow(int priority) {
    return !holders.isEmpty() && holders.firstKey() < priority;
  }

  /** The loops that wait and come before some that were admitted, first in line first. */
  List<DrivenLoop<?>> queuedAboveAdmitted() {
    return holders.isEmpty() ? List.of() : loops.above(holders.firstKey());
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

  /** Gives back what a step held or waited for. */
  void withdrawStep(DrivenLoop<?> loop) {
    steps.withdraw(loop);
    releaseStep(loop);
  }

  /** Gives back all that a loop held or waited for. */
  void releaseAll(DrivenLoop<?> loop) {
    withdrawStep(loop);
    loops.withdraw(loop);
    if (loop.isAdmitted()) {
      loop.setAdmitted(false);
      holders.computeIfPresent(loop.priority(), (priority, held) -> held == 1 ? null : held - 1);
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
