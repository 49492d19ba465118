package dev.evolve.search.space;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A space made of its definition: constraints are compiled once and the feasible points are listed
 * by constraint propagation where there are at most {@value #MOST_LISTED}. Larger spaces are taken
 * apart into components that no constraint ties together; draws stay exactly uniform. Immutable and
 * safe for use by many threads.
 */
public final class CompiledSpace implements Space {

  /** Most feasible points that are listed. */
  public static final int MOST_LISTED = 1_000_000;

  /** Most parameters of a space. */
  public static final int MOST_PARAMETERS = 1_000;

  private final SpaceDefinition definition;
  private final ExpressionCompiler compiler;
  private final List<Expression> constraints;
  private final Conditions conditions;
  private final List<Clause> clauses;
  private final List<Component> components;
  private final Optional<FeasibleSet> listed;
  private final UnlistedMoves unlistedMoves;

  private CompiledSpace(SpaceDefinition definition, int mostListed) {
    this.definition = definition;
    this.compiler = new ExpressionCompiler(definition.parameters());
    this.constraints = definition.constraints().stream().map(compiler::compile).toList();
    this.conditions = Conditions.of(definition, compiler);
    this.clauses = new ArrayList<>();
    constraints.forEach(constraint -> clauses.addAll(constraint.clauses()));
    clauses.addAll(conditions.clauses());
    this.components = components(mostListed);
    this.listed = Listing.of(components, sizes(), mostListed);
    this.unlistedMoves = new UnlistedMoves(definition.parameters(), components, clauses);
  }

  /**
   * Compiles a definition.
   *
   * @throws InvalidExpressionException saying where a constraint or condition is wrong
   * @throws IllegalArgumentException naming the parameter that is wrong
   */
  public static CompiledSpace of(SpaceDefinition definition) {
    return of(definition, MOST_LISTED);
  }

  /** With another limit to what is listed. */
  static CompiledSpace of(SpaceDefinition definition, int mostListed) {
    if (definition.parameters().isEmpty() || definition.parameters().size() > MOST_PARAMETERS) {
      throw new IllegalArgumentException(
          "from 1 to "
              + MOST_PARAMETERS
              + " parameters were wanted, found "
              + definition.parameters().size());
    }
    return new CompiledSpace(definition, mostListed);
  }

  private long[] sizes() {
    return definition.parameters().stream().mapToLong(Parameter::size).toArray();
  }

  private List<Component> components(int mostListed) {
    PlaceRanges domains = new PlaceRanges(sizes());
    List<Clause> scoped = clauses.stream().filter(clause -> clause.scope().length > 0).toList();
    boolean holdAlways =
        clauses.stream()
            .filter(clause -> clause.scope().length == 0)
            .allMatch(clause -> clause.holds(new long[0]));
    if (!holdAlways || !Domains.narrow(domains, scoped)) {
      int[] all = java.util.stream.IntStream.range(0, domains.low.length).toArray();
      return List.of(new Component.Listed(all, new FeasibleSet(List.of())));
    }
    return new Components(domains, mostListed).of(scoped);
  }

  /** The definition that this was made of. */
  public SpaceDefinition definition() {
    return definition;
  }

  @Override
  public List<Parameter> parameters() {
    return definition.parameters();
  }

  @Override
  public Optional<BigInteger> count() {
    BigInteger product = BigInteger.ONE;
    boolean isCounted = true;
    for (Component component : components) {
      Optional<BigInteger> count = component.count();
      if (count.isPresent()) {
        product = product.multiply(count.get());
      }
      isCounted &= count.isPresent();
    }
    return isCounted || product.signum() == 0 ? Optional.of(product) : Optional.empty();
  }

  @Override
  public List<String> violations(Point point) {
    List<String> violations = placeViolations(point);
    if (violations.isEmpty() && !isFeasible(point)) {
      var typed = compiler.typed(values(point));
      constraints.forEach(constraint -> constraint.violation(typed).ifPresent(violations::add));
      violations.addAll(conditions.violations(parameters(), point));
    }
    return violations;
  }

  private List<String> placeViolations(Point point) {
    List<String> violations = new ArrayList<>();
    if (point.dimension() != parameters().size()) {
      violations.add(
          "a place for each of "
              + parameters().size()
              + " parameters was wanted, found "
              + point.dimension());
      return violations;
    }
    for (int i = 0; i < point.dimension(); i++) {
      Parameter parameter = parameters().get(i);
      if (point.place(i) < 0 || point.place(i) >= parameter.size()) {
        violations.add(
            parameter.name()
                + " has places from 0 to "
                + (parameter.size() - 1)
                + ", found "
                + point.place(i));
      }
    }
    return violations;
  }

  @Override
  public boolean isFeasible(Point point) {
    if (listed.isPresent()) {
      return listed.get().rowOf(point) >= 0;
    }
    if (!placeViolations(point).isEmpty()) {
      return false;
    }
    long[] places = point.places();
    for (Clause clause : clauses) {
      if (!clause.holds(places)) {
        return false;
      }
    }
    return true;
  }

  /** True if the parameter's value makes a difference at the point. */
  public boolean isActive(Point point, int parameter) {
    return conditions.isActive(parameter, point.places());
  }

  @Override
  public Optional<FeasibleSet> listed() {
    return listed;
  }

  @Override
  public Optional<Point> draw(RandomGenerator random) {
    return listed.isPresent() ? listedMoves().draw(random) : unlistedMoves.draw(random);
  }

  private ListedMoves listedMoves() {
    return new ListedMoves(parameters(), listed.orElseThrow());
  }

  /** Parameters that stop to matter get their default at no distance. */
  @Override
  public Optional<Point> repair(Point wanted, RandomGenerator random) {
    Point settled = conditions.settled(wanted).orElse(wanted);
    if (isFeasible(settled)) {
      return Optional.of(settled);
    }
    return listed.isPresent()
        ? listedMoves().repair(settled, random)
        : unlistedMoves.repair(settled, random);
  }

  /** One change that makes other parameters stop to matter counts as one. */
  @Override
  public List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    List<Point> neighbours =
        listed.isPresent()
            ? listedMoves().neighbours(point, neighbourhood)
            : unlistedMoves.neighbours(point, neighbourhood);
    return conditions.isEmpty() ? neighbours : withSettled(point, neighbourhood, neighbours);
  }

  private List<Point> withSettled(
      Point point, Neighbourhood neighbourhood, List<Point> neighbours) {
    Set<Point> all = new LinkedHashSet<>(neighbours);
    for (int i = 0; i < parameters().size(); i++) {
      for (long place : NearPlaces.of(parameters().get(i), point.place(i), neighbourhood)) {
        conditions
            .settled(point.with(i, place))
            .filter(settled -> !settled.equals(point) && isFeasible(settled))
            .ifPresent(all::add);
      }
    }
    return List.copyOf(all);
  }
}
