package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * In which order a walk sets the parameters: first what decides most clauses, so that a prefix that
 * cannot be completed ends early; of equals the one with the fewest places.
 */
final class WalkOrder {

  private final Enumeration.Problem problem;
  private final PlaceRanges domains;
  private final boolean[] isSet;

  private WalkOrder(Enumeration.Problem problem, PlaceRanges domains) {
    this.problem = problem;
    this.domains = domains;
    this.isSet = new boolean[domains.low.length];
  }

  static int[] of(Enumeration.Problem problem, PlaceRanges domains) {
    WalkOrder walk = new WalkOrder(problem, domains);
    int[] order = new int[problem.parameters().length];
    List<Integer> left = new ArrayList<>(Arrays.stream(problem.parameters()).boxed().toList());
    for (int depth = 0; depth < order.length; depth++) {
      Integer next = left.getFirst();
      double best = walk.worth(next);
      for (Integer candidate : left) {
        double worth = walk.worth(candidate);
        if (worth > best) {
          best = worth;
          next = candidate;
        }
      }
      left.remove(next);
      walk.isSet[next] = true;
      order[depth] = next;
    }
    return order;
  }

  /** Clauses are worth more the fewer of their parameters stay open. */
  private double worth(int parameter) {
    double worth = 0;
    for (Clause clause : problem.clauses()) {
      if (Arrays.binarySearch(clause.scope(), parameter) >= 0) {
        long open = Arrays.stream(clause.scope()).filter(p -> !isSet[p]).count();
        worth += Math.pow(4, -(open - 1));
      }
    }
    long size = domains.high[parameter] - domains.low[parameter] + 1;
    return worth / (1 + Math.log(size));
  }
}
