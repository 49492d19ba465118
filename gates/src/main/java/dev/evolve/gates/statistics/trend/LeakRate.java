package dev.evolve.gates.statistics.trend;

/**
 * A leak as a rate: percent of the baseline's level for an hour, or for a million units of work.
 *
 * @param value estimate
 * @param low lower bound
 * @param high upper bound
 * @param detectable how far above a limit a leak must be to be found with the rule's power
 */
public record LeakRate(double value, double low, double high, double detectable) {

  /** True if it is above a limit, at the rule's confidence. */
  public boolean isAbove(double limit) {
    return low > limit;
  }

  /** True if a leak of that rate is excluded, at the rule's confidence. */
  public boolean excludes(double rate) {
    return high <= rate;
  }
}
