package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A space whose feasible points are given as a list, such as those of a measured space. */
public final class ListedSpace implements Space {

  private final List<Parameter> parameters;
  private final FeasibleSet listed;

  /**
   * A space of given points.
   *
   * @param parameters in the order of the points' places
   * @param points each only once
   */
  public ListedSpace(List<Parameter> parameters, List<Point> points) {
    this.parameters = List.copyOf(parameters);
    this.listed = new FeasibleSet(points);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<String> violations(Point point) {
    return isFeasible(point) ? List.of() : List.of(values(point) + " is not a point of this space");
  }

  @Override
  public boolean isFeasible(Point point) {
    return listed.rowOf(point) >= 0;
  }

  @Override
  public Optional<FeasibleSet> listed() {
    return Optional.of(listed);
  }

  @Override
  public Optional<Point> draw(RandomGenerator random) {
    return listed.size() == 0
        ? Optional.empty()
        : Optional.of(listed.at(random.nextInt(listed.size())));
  }

  @Override
  public Optional<Point> repair(Point wanted, RandomGenerator random) {
    if (isFeasible(wanted)) {
      return Optional.of(wanted);
    }
    double nearest = listed.points().stream().mapToDouble(p -> distance(p, wanted)).min().orElse(0);
    List<Point> ties =
        listed.points().stream().filter(p -> distance(p, wanted) == nearest).toList();
    return ties.isEmpty() ? Optional.empty() : Optional.of(ties.get(random.nextInt(ties.size())));
  }

  private double distance(Point point, Point wanted) {
    double far = 0;
    for (int i = 0; i < parameters.size(); i++) {
      double step = Math.abs(point.place(i) - wanted.place(i));
      far += step == 0 ? 0 : 1 + step / parameters.get(i).size();
    }
    return far;
  }

  @Override
  public List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    List<Point> near = new ArrayList<>();
    for (Point other : listed.points()) {
      if (!other.equals(point) && isNear(point, other, neighbourhood)) {
        near.add(other);
      }
    }
    near.sort(Comparator.comparingDouble(other -> distance(other, point)));
    return near;
  }

  private boolean isNear(Point point, Point other, Neighbourhood neighbourhood) {
    int different = 0;
    int unordered = 0;
    boolean hasFarStep = false;
    for (int i = 0; i < parameters.size(); i++) {
      long step = Math.abs(point.place(i) - other.place(i));
      if (step != 0) {
        different++;
        boolean isOrdered = parameters.get(i).isOrdered();
        unordered += isOrdered ? 0 : 1;
        hasFarStep |= isOrdered && step > 1;
      }
    }
    return switch (neighbourhood) {
      case HAMMING -> different == 1;
      case STEP -> different == 1 && !hasFarStep;
      case ADJACENT -> !hasFarStep && unordered <= 1;
    };
  }
}
