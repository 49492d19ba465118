package dev.evolve.search;

/**
 * What a measurement cost.
 *
 * @param buildSeconds making it ready: compile, check
 * @param runSeconds running it
 */
public record Cost(double buildSeconds, double runSeconds) {

  /** Nothing. */
  public static final Cost NONE = new Cost(0, 0);

  public Cost {
    if (!(buildSeconds >= 0) || !(runSeconds >= 0)) {
      throw new IllegalArgumentException(
          "a cost is not negative: " + buildSeconds + " s, " + runSeconds + " s");
    }
  }

  /** Both together. */
  public double seconds() {
    return buildSeconds + runSeconds;
  }
}
