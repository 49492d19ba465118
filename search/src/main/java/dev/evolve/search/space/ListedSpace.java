package dev.evolve.search.space;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A space whose feasible points are given as a list, such as those of a measured space. */
public final class ListedSpace implements Space {

  private final List<Parameter> parameters;
  private final FeasibleSet listed;
  private final ListedMoves moves;

  /**
   * A space of given points.
   *
   * @param parameters in the order of the points' places
   * @param points each only once
   */
  public ListedSpace(List<Parameter> parameters, List<Point> points) {
    this.parameters = List.copyOf(parameters);
    this.listed = new FeasibleSet(points);
    this.moves = new ListedMoves(this.parameters, listed);
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
    return moves.draw(random);
  }

  @Override
  public Optional<Point> repair(Point wanted, RandomGenerator random) {
    return moves.repair(wanted, random);
  }

  @Override
  public List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    return moves.neighbours(point, neighbourhood);
  }
}
