package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.Collection;

/** On which scale differences of values count. */
public enum Scale {
  /** Ratios count: the model sees the natural logarithm. */
  LOG,
  /** Differences count, since a value is not positive. */
  LINEAR;

  static Scale of(Collection<Trial> trials) {
    for (Trial trial : trials) {
      if (trial.outcome() instanceof Outcome.Measured measured && !(measured.value() > 0)) {
        return LINEAR;
      }
    }
    return LOG;
  }

  /** From a value to the model. */
  double in(double value) {
    return this == LOG ? Math.log(value) : value;
  }

  /** From the model to a value. */
  double out(double modelled) {
    return this == LOG ? Math.exp(modelled) : modelled;
  }
}
