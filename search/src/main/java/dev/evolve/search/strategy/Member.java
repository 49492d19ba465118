package dev.evolve.search.strategy;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import java.util.Optional;

/** A point and its value, as strategies keep it. */
record Member(Point point, double value) {

  /** Of a trial, if it has a value. */
  static Optional<Member> of(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured measured
        ? Optional.of(new Member(trial.point(), measured.value()))
        : Optional.empty();
  }
}
