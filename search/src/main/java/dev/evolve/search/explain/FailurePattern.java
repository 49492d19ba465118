package dev.evolve.search.explain;

import java.util.List;

/**
 * Where failing is more frequent than chance explains.
 *
 * @param conditions one or two, all of which hold
 * @param failures points that failed there
 * @param points known points there
 * @param rate share that fails there: Wilson's interval of 95 %
 * @param chance probability of as many failures there if the conditions did not matter (Fisher's
 *     exact test, one-sided), times the number of patterns that were looked at
 */
public record FailurePattern(
    List<Condition> conditions, int failures, int points, Interval rate, double chance) {

  public FailurePattern {
    conditions = List.copyOf(conditions);
  }
}
