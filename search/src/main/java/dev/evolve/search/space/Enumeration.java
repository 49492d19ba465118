package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Lists what meets a set of clauses over a few parameters, depth first, without walking what cannot
 * be completed: clauses of few combinations are tables that say for every prefix which places lead
 * on; of the others bounds are taken at every step, and none is asked any more once it holds
 * whatever follows.
 */
final class Enumeration {

  private static final long MOST_TABLED = 1 << 16;
  private static final long MOST_TABLED_ALONE = 1 << 20;
  private static final long MOST_TABLE_WORDS = 1 << 23;
  private static final long LARGEST_DOMAIN = 1 << 20;
  private static final int NEVER = Integer.MAX_VALUE;

  private final int[] order;
  private final PlaceRanges domains;
  private final PlaceRanges ranges;
  private final long[] places;
  private final int[] offsets;
  private final long[][] bits;
  private final List<List<Restriction>> restrictions = new ArrayList<>();
  private final List<List<Check>> checks = new ArrayList<>();
  private final List<List<Check>> lastChecks = new ArrayList<>();
  private final PackedRows found;
  private final int[] parameters;
  private final long[] row;
  private final int mostFound;
  private final StepBudget budget;
  private long tableWords;

  /** A table at one of its levels. */
  private record Restriction(ClauseTable table, int level) {}

  /** A clause that is not a table; from which depth on it holds whatever follows. */
  private static final class Check {
    private final Clause clause;
    private int heldFrom = NEVER;

    Check(Clause clause) {
      this.clause = clause;
    }
  }

  private Enumeration(Problem problem, int[] order, int mostFound, StepBudget budget) {
    this.order = order;
    this.domains = problem.domains();
    this.mostFound = mostFound;
    this.budget = budget;
    this.parameters = problem.parameters();
    this.row = new long[parameters.length];
    int dimension = domains.low.length;
    this.places = new long[dimension];
    this.offsets = new int[dimension];
    this.ranges = domains.copy();
    this.bits = new long[order.length][];
    this.found = nothing(problem);
    for (int depth = 0; depth < order.length; depth++) {
      int variable = order[depth];
      bits[depth] = new long[(size(variable) + 63) >>> 6];
      restrictions.add(new ArrayList<>());
      checks.add(new ArrayList<>());
      lastChecks.add(new ArrayList<>());
    }
    problem.clauses().forEach(this::place);
  }

  /**
   * What to list.
   *
   * @param domains of all parameters of the space
   * @param parameters ascending; the rows have their places in this order
   * @param clauses that speak of these parameters only, of at least one each
   */
  record Problem(PlaceRanges domains, int[] parameters, List<Clause> clauses) {}

  /**
   * Lists.
   *
   * @return rows in ascending order; empty if there are more than {@code mostFound}, or the budget
   *     is spent
   */
  static Optional<PackedRows> of(Problem problem, int mostFound, StepBudget budget) {
    PlaceRanges domains = problem.domains();
    for (int parameter : problem.parameters()) {
      if (domains.high[parameter] - domains.low[parameter] >= LARGEST_DOMAIN) {
        return Optional.empty();
      }
    }
    int[] order = WalkOrder.of(problem, domains);
    Enumeration walk = new Enumeration(problem, order, mostFound, budget);
    if (budget.isSpent() || !walk.descend(0)) {
      return Optional.empty();
    }
    walk.found.sort();
    return Optional.of(walk.found);
  }

  private static PackedRows nothing(Problem problem) {
    long[] sizes =
        Arrays.stream(problem.parameters()).mapToLong(p -> problem.domains().high[p] + 1).toArray();
    return new PackedRows(new PointPacking(sizes));
  }

  private int size(int variable) {
    return (int) (domains.high[variable] - domains.low[variable] + 1);
  }

  private void place(Clause clause) {
    int[] variables =
        Arrays.stream(order).filter(v -> Arrays.binarySearch(clause.scope(), v) >= 0).toArray();
    if (isTabled(clause, variables)) {
      ClauseTable table = new ClauseTable(clause, variables, domains, places);
      for (int level = 0; level < table.levels(); level++) {
        restrictions.get(depthOf(variables[level])).add(new Restriction(table, level));
      }
      return;
    }
    Check check = new Check(clause);
    int last = variables[variables.length - 1];
    for (int variable : variables) {
      (variable == last ? lastChecks : checks).get(depthOf(variable)).add(check);
    }
  }

  /** True if a table is affordable; it is paid for then. */
  private boolean isTabled(Clause clause, int[] variables) {
    long product = 1;
    for (int variable : variables) {
      product *= size(variable);
      if (product > (variables.length == 1 ? MOST_TABLED_ALONE : MOST_TABLED)) {
        return false;
      }
    }
    tableWords += product / 2;
    return tableWords <= MOST_TABLE_WORDS && budget.spend(product * clause.weight());
  }

  private int depthOf(int variable) {
    for (int depth = 0; depth < order.length; depth++) {
      if (order[depth] == variable) {
        return depth;
      }
    }
    throw new IllegalStateException("parameter " + variable + " is not walked");
  }

  /** False if it gave up. */
  private boolean descend(int depth) {
    if (depth == order.length) {
      return emit();
    }
    int variable = order[depth];
    long[] open = openPlaces(depth);
    for (int word = 0; word < open.length; word++) {
      for (long left = open[word]; left != 0; left &= left - 1) {
        if (!budget.spend(1)) {
          return false;
        }
        int offset = (word << 6) + Long.numberOfTrailingZeros(left);
        offsets[variable] = offset;
        places[variable] = domains.low[variable] + offset;
        ranges.set(variable, places[variable]);
        if (mayGoOn(depth) && !descend(depth + 1)) {
          return false;
        }
      }
    }
    ranges.open(variable, domains.low[variable], domains.high[variable]);
    return true;
  }

  private long[] openPlaces(int depth) {
    long[] open = bits[depth];
    int size = size(order[depth]);
    Arrays.fill(open, -1L);
    if ((size & 63) != 0) {
      open[open.length - 1] = (1L << size) - 1;
    }
    List<Restriction> tables = restrictions.get(depth);
    for (int i = 0; i < tables.size(); i++) {
      tables.get(i).table.restrict(tables.get(i).level, offsets, open);
    }
    return open;
  }

  private boolean mayGoOn(int depth) {
    List<Check> asked = checks.get(depth);
    for (int i = 0; i < asked.size(); i++) {
      Check check = asked.get(i);
      if (check.heldFrom >= depth) {
        int possible = check.clause.node().possible(ranges);
        if ((possible & Truth.TRUE) == 0) {
          return false;
        }
        check.heldFrom = possible == Truth.TRUE ? depth : NEVER;
      }
    }
    return hold(depth);
  }

  private boolean hold(int depth) {
    List<Check> asked = lastChecks.get(depth);
    for (int i = 0; i < asked.size(); i++) {
      Check check = asked.get(i);
      if (check.heldFrom >= depth) {
        budget.spend(check.clause.weight());
        if (!check.clause.holds(places)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean emit() {
    for (int i = 0; i < parameters.length; i++) {
      row[i] = places[parameters[i]];
    }
    found.add(row);
    return found.size() <= mostFound;
  }
}
