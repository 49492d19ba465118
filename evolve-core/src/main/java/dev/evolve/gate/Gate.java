package dev.evolve.gate;

import dev.evolve.verdict.GateFinding;
import java.util.Set;

/** Judges a candidate on evidence. Pure; absent evidence is never a pass. */
public interface Gate {

  /** Name: {@code determinism}, {@code perf}, {@code memory}, {@code safety}, {@code promotion}. */
  String name();

  /** When it is asked. */
  Moment moment();

  /** What it judges by; without any of them it does not pass. */
  Set<Input> inputs();

  /** Judges. */
  GateFinding judge(GateInput input);

  /** What a gate may judge by. */
  enum Input {
    /** The changeset as a unified diff. */
    DIFF,
    /** Fresh runs of both arms, made after selection, side by side on the campaign's machine. */
    CONFIRMATION,
    /** What live traffic showed. */
    CANARY,
    /** The rollback, carried out in a scratch clone. */
    REHEARSAL
  }

  /** When a gate is asked. */
  enum Moment {
    /** After the confirmation. */
    AFTER_EVALUATION,
    /** After the canary and the rehearsal of the rollback. */
    BEFORE_PROMOTION
  }
}
