package dev.evolve.loop.runtime;

/**
 * Where a driven loop stands.
 *
 * <pre>
 * ACCEPTING  its first state is being stored -> QUEUED when stored, ENDING when cancelled then,
 *                                              ENDED when it cannot be stored
 * QUEUED     waits for admission            -> READY when admitted, ENDING when cancelled
 * READY      at a boundary, to be planned   -> RESERVING, PARKED by its plan; QUEUED when it yields
 *                                              to a loop of higher priority; ENDING when done,
 *                                              cancelled, or its plan cannot be made or never fits
 * PARKED     waits for a signal or deadline -> RESERVING when woken, ENDING when cancelled
 * RESERVING  waits for its step's resources -> EXECUTING when granted, READY when the caches that
 *                                              it was planned on are lost, ENDING when cancelled
 * EXECUTING  in an executor, or waits for   -> COMMITTING when it succeeded, PARKED when its
 *            room on its pool                  signal was refused, READY or RESERVING when its pool
 *                                              broke and was set up again, ENDING when it failed
 *                                              or was cancelled before an executor had it
 * COMMITTING its step is being stored       -> READY when stored, ENDING when it cannot be
 * ENDING     its last checkpoint is stored  -> ENDED when stored
 * ENDED      gone
 * </pre>
 */
enum LoopPhase {
  ACCEPTING,
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
      case ACCEPTING -> next == QUEUED || next == ENDING || next == ENDED;
      case QUEUED -> next == READY || next == ENDING;
      case READY -> next == RESERVING || next == PARKED || next == QUEUED || next == ENDING;
      case PARKED -> next == RESERVING || next == ENDING;
      case RESERVING -> next == EXECUTING || next == READY || next == ENDING;
      case EXECUTING ->
          next == COMMITTING
              || next == PARKED
              || next == READY
              || next == RESERVING
              || next == ENDING;
      case COMMITTING -> next == READY || next == ENDING;
      case ENDING -> next == ENDED;
      case ENDED -> false;
    };
  }
}
