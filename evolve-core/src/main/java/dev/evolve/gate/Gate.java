package dev.evolve.gate;

import dev.evolve.verdict.GateFinding;

/** Judges a candidate on evidence. Pure; absent evidence is never a pass. */
public interface Gate {

  /** Name: {@code determinism}, {@code perf}, {@code memory}, {@code safety}, {@code promotion}. */
  String name();

  /** When it is asked. */
  Moment moment();

  /** Judges. */
  GateFinding judge(GateInput input);

  /** When a gate is asked. */
  enum Moment {
    /** After the confirmation. */
    AFTER_EVALUATION,
    /** After the canary and the rehearsal of the rollback. */
    BEFORE_PROMOTION
  }
}
