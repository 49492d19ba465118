package dev.evolve.search.strategy;

import dev.evolve.search.Strategy;
import java.util.random.RandomGenerator;

/**
 * A member of a portfolio and the belief in it: how likely its next proposal is a success, as a
 * beta distribution. What it did long ago is forgotten, what was believed beforehand is not.
 */
final class Arm {

  private final Strategy strategy;
  private final double priorSuccesses;
  private final double priorFailures;
  private double successes;
  private double failures;

  Arm(PortfolioStrategy.Entrant entrant) {
    this.strategy = entrant.strategy();
    this.priorSuccesses = entrant.successes();
    this.priorFailures = entrant.failures();
  }

  Strategy strategy() {
    return strategy;
  }

  /** Forgets some of what it did; what is left has the given weight, from 0 to 1. */
  void fade(double memory) {
    successes *= memory;
    failures *= memory;
  }

  /** Takes in how one of its proposals did. */
  void credit(boolean isSuccess) {
    successes += isSuccess ? 1 : 0;
    failures += isSuccess ? 0 : 1;
  }

  /** A chance of success, drawn from the belief. */
  double draw(RandomGenerator random) {
    double one = gamma(priorSuccesses + successes, random);
    double other = gamma(priorFailures + failures, random);
    return one / (one + other);
  }

  /** Draws from a gamma distribution (Marsaglia and Tsang 2000). */
  private static double gamma(double shape, RandomGenerator random) {
    if (shape < 1) {
      return gamma(shape + 1, random) * Math.pow(random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = Math.pow(1 + c * x, 3);
      boolean isTaken =
          v > 0 && Math.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v);
      if (isTaken) {
        return d * v;
      }
    }
  }
}
