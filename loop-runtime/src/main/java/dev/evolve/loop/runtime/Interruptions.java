package dev.evolve.loop.runtime;

import java.util.concurrent.CompletableFuture;

/** What comes between loops and their next step from outside: cancels, freezes, lost caches. */
final class Interruptions {

  private final LiveLoops live;
  private final Admission admission;
  private final Endings endings;
  private final Freezes freezes;
  private final StepCycle cycle;

  Interruptions(StepCycle.Parts parts, StepCycle cycle) {
    this.live = parts.live();
    this.admission = parts.admission();
    this.endings = parts.endings();
    this.freezes = parts.freezes();
    this.cycle = cycle;
  }

  /** Asks a loop to stop; at once if it is at a boundary and not in the ready queue. */
  void cancel(DrivenLoop<?> loop, String reason) {
    switch (loop.phase()) {
      case ACCEPTING, READY, EXECUTING, COMMITTING -> cancelLater(loop, reason);
      case QUEUED, PARKED, RESERVING -> {
        loop.cancel(reason);
        endings.cancel(loop);
      }
      case ENDING, ENDED -> {
        // Whatever ended it came first.
      }
    }
  }

  /** Ends a loop that was cancelled while its first state was being stored. */
  void endCancelled(DrivenLoop<?> loop) {
    if (loop.phase() == LoopPhase.QUEUED) {
      endings.cancel(loop);
    }
  }

  private void cancelLater(DrivenLoop<?> loop, String reason) {
    loop.cancel(reason);
    if (takeBack(loop) || (freezes.isAny() && freezes.letGo(loop))) {
      endings.cancel(loop);
    }
  }

  /** Takes a loop's step back if no executor has it, so that the loop is at a boundary. */
  private boolean takeBack(DrivenLoop<?> loop) {
    StepInFlight step = loop.step();
    boolean taken =
        step != null
            && switch (loop.phase()) {
              case RESERVING -> true;
              case EXECUTING -> cycle.unhand(step);
              case ACCEPTING, QUEUED, READY, PARKED, COMMITTING, ENDING, ENDED -> false;
            };
    if (taken) {
      admission.withdrawStep(loop);
    }
    return taken;
  }

  /**
   * What a loop held in caches is gone. A step that was planned on them and has not begun is
   * planned again.
   */
  void loseCache(DrivenLoop<?> loop) {
    loop.loseCache();
    StepInFlight step = loop.step();
    if (step != null && step.cause() == null && takeBack(loop)) {
      loop.setStep(null);
      cycle.ready(loop);
    }
  }

  /** Begins a freeze: loops of the kind that have not begun are kept back. */
  void freeze(String kind, FreezeMode mode, CompletableFuture<Void> quiet) {
    freezes.freeze(kind, mode, quiet);
    for (DrivenLoop<?> loop : live.each()) {
      if (loop.kind().equals(kind) && loop.phase() == LoopPhase.QUEUED && !loop.hasBegun()) {
        admission.releaseAll(loop);
        freezes.keepsBack(loop);
      }
    }
    freezes.check();
  }

  /** Ends a freeze: those that were stopped go on, those that were kept back are admitted. */
  void thaw(String kind, boolean cachesLost) {
    Freezes.Freeze freeze = freezes.thaw(kind);
    if (cachesLost) {
      dropCaches(kind);
    }
    freeze.stopped.forEach(cycle::readyAgain);
    freeze.woken.stream()
        .filter(loop -> loop.phase() == LoopPhase.RESERVING)
        .forEach(cycle::reserveWoken);
    freeze.newcomers.stream()
        .filter(loop -> loop.phase() == LoopPhase.QUEUED)
        .forEach(cycle::admit);
  }

  private void dropCaches(String kind) {
    for (DrivenLoop<?> loop : live.each()) {
      if (loop.kind().equals(kind)) {
        loseCache(loop);
      }
    }
  }
}
