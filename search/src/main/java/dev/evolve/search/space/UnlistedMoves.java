package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Draws, repairs and neighbourhoods where the points are too many to be listed. Immutable. */
final class UnlistedMoves {

  private static final int MOST_NEIGHBOURS = 4_096;
  private static final int STEPS = 100_000;
  private static final int REPAIR_CHANGES = 3;
  private static final int REPAIR_DRAWS = 8;

  private final List<Parameter> parameters;
  private final List<Component> components;
  private final List<List<Clause>> clausesOf;

  UnlistedMoves(List<Parameter> parameters, List<Component> components, List<Clause> clauses) {
    this.parameters = parameters;
    this.components = components;
    this.clausesOf = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      int parameter = i;
      clausesOf.add(
          clauses.stream()
              .filter(clause -> java.util.Arrays.binarySearch(clause.scope(), parameter) >= 0)
              .toList());
    }
  }

  Optional<Point> draw(RandomGenerator random) {
    long[] places = new long[parameters.size()];
    for (Component component : components) {
      if (!component.draw(random, places)) {
        return Optional.empty();
      }
    }
    return Optional.of(Point.owning(places));
  }

  List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    int[] changeable = IntStream.range(0, parameters.size()).toArray();
    NearWalk walk =
        new NearWalk(
            parameters,
            changeable,
            near(changeable, point, neighbourhood),
            clausesOf,
            unmet(changeable, point.places()),
            1,
            point);
    int mostChanges = neighbourhood == Neighbourhood.ADJACENT ? changeable.length : 1;
    List<Point> neighbours = new ArrayList<>();
    for (int changes = 1; changes <= mostChanges; changes++) {
      walk.with(changes, MOST_NEIGHBOURS - neighbours.size(), STEPS)
          .forEach(near -> neighbours.add(Point.owning(near.places())));
      if (walk.isExhausted()) {
        break;
      }
    }
    return neighbours;
  }

  private long[][] near(int[] changeable, Point point, Neighbourhood neighbourhood) {
    long[][] near = new long[changeable.length][];
    for (int i = 0; i < near.length; i++) {
      Parameter parameter = parameters.get(changeable[i]);
      near[i] = NearPlaces.of(parameter, point.place(changeable[i]), neighbourhood);
    }
    return near;
  }

  private List<Clause> unmet(int[] members, long[] places) {
    return IntStream.of(members)
        .mapToObj(clausesOf::get)
        .flatMap(List::stream)
        .distinct()
        .filter(clause -> !clause.holds(places))
        .toList();
  }

  Optional<Point> repair(Point wanted, RandomGenerator random) {
    long[] places = wanted.places();
    for (Component component : components) {
      if (!unmet(component.parameters(), places).isEmpty() && !repair(component, places, random)) {
        return Optional.empty();
      }
    }
    return Optional.of(Point.owning(places));
  }

  private boolean repair(Component component, long[] places, RandomGenerator random) {
    return switch (component) {
      case Component.Free free -> clamp(free, places);
      case Component.Listed listed -> nearest(listed, places, random);
      case Component.Parted parted ->
          fewChanges(parted, places, random) || towards(parted, places, random);
    };
  }

  private static boolean clamp(Component.Free free, long[] places) {
    int parameter = free.parameters()[0];
    places[parameter] = Math.clamp(places[parameter], free.low(), free.high());
    return true;
  }

  private boolean nearest(Component.Listed listed, long[] places, RandomGenerator random) {
    List<Parameter> own = IntStream.of(listed.parameters()).mapToObj(parameters::get).toList();
    Point wanted = Point.of(IntStream.of(listed.parameters()).mapToLong(p -> places[p]).toArray());
    int row =
        listed.choices().size() == 0
            ? -1
            : TrieSearch.nearest(listed.choices().trie(), own, wanted, random);
    if (row >= 0) {
      listed.put(row, places);
    }
    return row >= 0;
  }

  private boolean fewChanges(Component.Parted parted, long[] places, RandomGenerator random) {
    Point wanted = Point.of(places);
    int[] members = parted.parameters();
    NearWalk walk =
        new NearWalk(
            parameters,
            members,
            near(members, wanted, Neighbourhood.HAMMING),
            clausesOf,
            unmet(members, places),
            members.length,
            wanted);
    for (int changes = 1; changes <= REPAIR_CHANGES; changes++) {
      List<NearWalk.Near> found = walk.with(changes, MOST_NEIGHBOURS, STEPS);
      if (!found.isEmpty()) {
        double far = found.getFirst().far();
        int ties = (int) found.stream().filter(near -> near.far() == far).count();
        long[] chosen = found.get(random.nextInt(ties)).places();
        System.arraycopy(chosen, 0, places, 0, places.length);
        return true;
      }
    }
    return false;
  }

  /** Feasible draws, each taken back towards the wanted places as far as it stays feasible. */
  private boolean towards(Component.Parted parted, long[] places, RandomGenerator random) {
    long[] wanted = places.clone();
    double nearest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < REPAIR_DRAWS; i++) {
      long[] drawn = wanted.clone();
      if (!parted.draw(random, drawn)) {
        break;
      }
      double far = takeBack(parted, drawn, wanted);
      if (far < nearest) {
        nearest = far;
        System.arraycopy(drawn, 0, places, 0, places.length);
      }
    }
    return nearest < Double.POSITIVE_INFINITY;
  }

  private double takeBack(Component.Parted parted, long[] drawn, long[] wanted) {
    double far = 0;
    for (int parameter : parted.parameters()) {
      long place = drawn[parameter];
      if (place != wanted[parameter]) {
        drawn[parameter] = wanted[parameter];
        if (!clausesOf.get(parameter).stream().allMatch(clause -> clause.holds(drawn))) {
          drawn[parameter] = place;
          far += 1 + NearPlaces.far(parameters.get(parameter), place, wanted[parameter]);
        }
      }
    }
    return far;
  }
}
