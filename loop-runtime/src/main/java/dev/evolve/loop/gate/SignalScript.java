package dev.evolve.loop.gate;

import dev.evolve.loop.Signal;
import dev.evolve.loop.Waiting;

/** Says what wakes the waiting plans of a check; the same in every run. */
@FunctionalInterface
public interface SignalScript {

  /** Lets every deadline pass; a wait without one is a finding. */
  SignalScript DEADLINES_PASS =
      (loopId, stepIndex, waiting) -> {
        if (waiting.until() == null) {
          throw new IllegalStateException(
              loopId
                  + " waits for "
                  + waiting.signals()
                  + " at step "
                  + stepIndex
                  + "; give the check a signal script");
        }
        return new Signal(Signal.TIMER, "");
      };

  /** What wakes a loop that waits. */
  Signal signalFor(String loopId, long stepIndex, Waiting waiting);
}
