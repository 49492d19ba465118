package dev.evolve.search.space;

import java.util.List;

/**
 * Narrows the places of parameters to an interval each before anything is listed: ends where some
 * clause cannot hold are cut off, found by halving, until nothing changes. It makes ranges of
 * billions small where the constraints bound them.
 */
final class Domains {

  private static final int ROUNDS = 20;

  private final PlaceRanges ranges;
  private final List<Clause> clauses;

  private Domains(PlaceRanges ranges, List<Clause> clauses) {
    this.ranges = ranges;
    this.clauses = clauses;
  }

  /**
   * Narrows in place.
   *
   * @return false if nothing is feasible
   */
  static boolean narrow(PlaceRanges ranges, List<Clause> clauses) {
    return new Domains(ranges, clauses).narrow();
  }

  private boolean narrow() {
    boolean changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
      changed = false;
      for (Clause clause : clauses) {
        for (int parameter : clause.scope()) {
          long before = ranges.high[parameter] - ranges.low[parameter];
          if (!cut(clause, parameter)) {
            return false;
          }
          changed |= ranges.high[parameter] - ranges.low[parameter] != before;
        }
        if (!clause.mayHold(ranges)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean cut(Clause clause, int parameter) {
    long low = ranges.low[parameter];
    long high = ranges.high[parameter];
    for (long chunk = high - low + 1; chunk > 0; chunk /= 2) {
      if (chunk <= high - low + 1 && !mayHold(clause, parameter, low, low + chunk - 1)) {
        low += chunk;
      }
    }
    for (long chunk = high - low + 1; chunk > 0; chunk /= 2) {
      if (chunk <= high - low + 1 && !mayHold(clause, parameter, high - chunk + 1, high)) {
        high -= chunk;
      }
    }
    ranges.open(parameter, low, high);
    return low <= high;
  }

  private boolean mayHold(Clause clause, int parameter, long from, long to) {
    long low = ranges.low[parameter];
    long high = ranges.high[parameter];
    ranges.open(parameter, from, to);
    boolean mayHold = clause.mayHold(ranges);
    ranges.open(parameter, low, high);
    return mayHold;
  }
}
