package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A bounded walk over the points around a point that need not be listed: one change, then two at
 * once, and so on. Confined to its thread.
 */
final class NearWalk {

  /** Changed places and how far they are. */
  record Near(long[] places, double far) {}

  private final List<Parameter> parameters;
  private final int[] changeable;
  private final long[][] near;
  private final List<List<Clause>> clausesOf;
  private final List<Clause> unmet;
  private final int mostUnordered;
  private final long[] wanted;
  private final long[] places;
  private final List<Near> found = new ArrayList<>();
  private int most;
  private int steps;

  /**
   * Around a point.
   *
   * @param parameters of the space
   * @param changeable which of them may change
   * @param near their other places, by index in {@code changeable}
   * @param clausesOf by parameter, the clauses that speak of it
   * @param unmet clauses that do not hold at the point; none other is broken
   */
  NearWalk(
      List<Parameter> parameters,
      int[] changeable,
      long[][] near,
      List<List<Clause>> clausesOf,
      List<Clause> unmet,
      int mostUnordered,
      Point wanted) {
    this.parameters = parameters;
    this.changeable = changeable;
    this.near = near;
    this.clausesOf = clausesOf;
    this.unmet = unmet;
    this.mostUnordered = mostUnordered;
    this.wanted = wanted.places();
    this.places = wanted.places();
  }

  /**
   * Feasible points with exactly {@code changes} changes, the nearest first.
   *
   * @param mostFound ends the walk
   * @param mostSteps bounds the walk
   */
  List<Near> with(int changes, int mostFound, int mostSteps) {
    found.clear();
    most = mostFound;
    steps = mostSteps;
    walk(0, changes, 0, 0);
    found.sort(Comparator.comparingDouble(Near::far));
    return List.copyOf(found);
  }

  /** True if the last walk ended early. */
  boolean isExhausted() {
    return steps <= 0 || found.size() >= most;
  }

  private void walk(int from, int changes, int unordered, double far) {
    if (changes == 0) {
      take(far);
      return;
    }
    for (int i = from; i + changes <= changeable.length && !isExhausted(); i++) {
      int parameter = changeable[i];
      int mayBe = unordered + (parameters.get(parameter).isOrdered() ? 0 : 1);
      if (mayBe <= mostUnordered) {
        for (int at = 0; at < near[i].length && !isExhausted(); at++) {
          steps--;
          places[parameter] = near[i][at];
          double further =
              far + NearPlaces.far(parameters.get(parameter), wanted[parameter], near[i][at]);
          walk(i + 1, changes - 1, mayBe, further);
        }
        places[parameter] = wanted[parameter];
      }
    }
  }

  private void take(double far) {
    for (Clause clause : unmet) {
      if (!clause.holds(places)) {
        return;
      }
    }
    for (int parameter : changeable) {
      if (places[parameter] != wanted[parameter] && !hold(clausesOf.get(parameter))) {
        return;
      }
    }
    found.add(new Near(places.clone(), far));
  }

  private boolean hold(List<Clause> clauses) {
    for (int i = 0; i < clauses.size(); i++) {
      if (!clauses.get(i).holds(places)) {
        return false;
      }
    }
    return true;
  }
}
