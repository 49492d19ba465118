package dev.evolve.loop.runtime;

/**
 * Where a driven loop stands.
 *
 * <pre>
 * QUEUED     waits for admission            -> READY when admitted, ENDING when cancelled
 * READY      at a boundary, to be planned   -> RESERVING, PARKED by its plan; ENDING when done,
 *                                              cancelled, or its plan cannot be made or never fits
 * PARKED     waits for a signal or deadline -> RESERVING when woken, ENDING when cancelled
 * RESERVING  waits for its step's resources -> EXECUTING when granted, ENDING when cancelled
 * EXECUTING  in an executor                 -> COMMITTING when it succeeded, PARKED when its
 *                                              signal was refused, ENDING when it failed
 * COMMITTING its step is being stored       -> READY when stored, ENDING when it cannot be
 * ENDING     its last checkpoint is stored  -> ENDED when stored
 * ENDED      gone
 * </pre>
 */
enum LoopPhase {
  QUEUED,
  READY,
  PARKED,
  RESERVING,
  EXECUTING,
  COMMITTING,
  ENDING,
  ENDED;

  boolean canMoveTo(LoopPhase next) {
    return switch (this) {
      case QUEUED -> next == READY || next == ENDING;
      case READY -> next == RESERVING || next == PARKED || next == ENDING;
      case PARKED -> next == RESERVING || next == ENDING;
      case RESERVING -> next == EXECUTING || next == ENDING;
      case EXECUTING -> next == COMMITTING || next == PARKED || next == ENDING;
      case COMMITTING -> next == READY || next == ENDING;
      case ENDING -> next == ENDED;
      case ENDED -> false;
    };
  }
}
