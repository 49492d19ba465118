package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.Collection;

/** On which scale differences of values count. */
public enum Scale {
  /** All values are positive. Ratios count: the model sees the natural logarithm. */
  LOG,
  /**
   * All values are negative, such as those of something that is made large. Ratios count: the model
   * sees the logarithm of the size, negated, so that smaller stays better.
   */
  LOG_OF_NEGATIVE,
  /** Differences count. */
  LINEAR;

  static Scale of(Collection<Trial> trials) {
    boolean isPositive = true;
    boolean isNegative = true;
    for (Trial trial : trials) {
      if (trial.outcome() instanceof Outcome.Measured measured) {
        isPositive &= measured.value() > 0;
        isNegative &= measured.value() < 0;
      }
    }
    return isPositive ? LOG : isNegative ? LOG_OF_NEGATIVE : LINEAR;
  }

  /** True if ratios count. */
  boolean isOfRatios() {
    return this != LINEAR;
  }

  /** From a value to the model. */
  double in(double value) {
    return switch (this) {
      case LOG -> Math.log(value);
      case LOG_OF_NEGATIVE -> -Math.log(-value);
      case LINEAR -> value;
    };
  }

  /** From the model to a value. */
  double out(double modelled) {
    return switch (this) {
      case LOG -> Math.exp(modelled);
      case LOG_OF_NEGATIVE -> -Math.exp(-modelled);
      case LINEAR -> modelled;
    };
  }

  /** From a difference in the model to what it does to a value: a factor, or what is added. */
  double effect(double difference) {
    return switch (this) {
      case LOG -> Math.exp(difference);
      case LOG_OF_NEGATIVE -> Math.exp(-difference);
      case LINEAR -> difference;
    };
  }

  /** Orders changes, the most helpful first. */
  double rank(PointExplanation.Change change) {
    return this == LOG_OF_NEGATIVE ? -change.effect() : change.effect();
  }

  /** True if an effect makes values smaller. */
  boolean isHelpful(double effect) {
    return switch (this) {
      case LOG -> effect < 1;
      case LOG_OF_NEGATIVE -> effect > 1;
      case LINEAR -> effect < 0;
    };
  }
}
