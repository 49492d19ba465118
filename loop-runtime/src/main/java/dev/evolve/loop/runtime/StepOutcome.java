package dev.evolve.loop.runtime;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.SignalRefusedException;

/** What an executor says of a step. */
sealed interface StepOutcome {

  /** It was done. */
  record Succeeded(StepResult result) implements StepOutcome {}

  /** It failed. */
  record Failed(Throwable cause) implements StepOutcome {}

  /** Its signal was refused. */
  record Refused(SignalRefusedException reason) implements StepOutcome {}
}
