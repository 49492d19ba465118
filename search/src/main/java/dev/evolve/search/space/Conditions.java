package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which parameters matter where. A parameter whose condition does not hold has its default, so that
 * one behaviour is one point.
 */
final class Conditions {

  /** A parameter that matters only where an expression holds. */
  record Condition(int parameter, long defaultPlace, Expression when) {
    Clause clause() {
      TreeSet<Integer> scope = new TreeSet<>(List.of(parameter));
      TruthNode all = new TruthNode.Constant(true);
      int weight = 1;
      for (Clause clause : when.clauses()) {
        weight += clause.weight();
        Arrays.stream(clause.scope()).forEach(scope::add);
        all = new TruthNode.And(all, clause.node());
      }
      return new Clause(
          scope.stream().mapToInt(Integer::intValue).toArray(),
          new TruthNode.Or(
              new TruthNode.Surely(all), new TruthNode.AtPlace(parameter, defaultPlace)),
          weight);
    }
  }

  private final List<Condition> conditions;

  private Conditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  /**
   * Those of a definition.
   *
   * @throws IllegalArgumentException naming the parameter whose condition or default is missing or
   *     wrong
   */
  static Conditions of(SpaceDefinition definition, ExpressionCompiler compiler) {
    List<Condition> conditions = new ArrayList<>();
    List<String> names = definition.parameters().stream().map(Parameter::name).toList();
    for (Map.Entry<String, String> entry : definition.conditions().entrySet()) {
      int index = names.indexOf(entry.getKey());
      if (index < 0) {
        throw new IllegalArgumentException(
            entry.getKey() + " has a condition but is not a parameter of this space");
      }
      Expression when = compiler.compile(entry.getValue());
      if (when.parameters().contains(entry.getKey())) {
        throw new IllegalArgumentException(
            entry.getKey() + " cannot be the condition of itself: " + when.text());
      }
      conditions.add(new Condition(index, defaultPlace(definition, index), when));
    }
    return new Conditions(List.copyOf(conditions));
  }

  private static long defaultPlace(SpaceDefinition definition, int index) {
    Parameter parameter = definition.parameters().get(index);
    String text = definition.defaults().get(parameter.name());
    if (text == null) {
      throw new IllegalArgumentException(
          parameter.name() + " has a condition, so a default value was wanted, found none");
    }
    long place = parameter.placeOf(text);
    if (place < 0) {
      throw new IllegalArgumentException(
          "the default of "
              + parameter.name()
              + " is "
              + text
              + ", which is not "
              + parameter.describe());
    }
    return place;
  }

  boolean isEmpty() {
    return conditions.isEmpty();
  }

  List<Clause> clauses() {
    return conditions.stream().map(Condition::clause).toList();
  }

  /** True if the parameter's value makes a difference at these places. */
  boolean isActive(int parameter, long[] places) {
    return conditions.stream()
        .noneMatch(one -> one.parameter == parameter && !one.when.holds(places));
  }

  /** Why the conditions do not hold. */
  List<String> violations(List<Parameter> parameters, Point point) {
    List<String> violations = new ArrayList<>();
    for (Condition condition : conditions) {
      Parameter parameter = parameters.get(condition.parameter);
      long place = point.place(condition.parameter);
      if (place != condition.defaultPlace && !condition.when.holds(point.places())) {
        violations.add(
            parameter.name()
                + " is "
                + parameter.at(place)
                + ", but it matters only where "
                + condition.when.text()
                + "; elsewhere it is "
                + parameter.at(condition.defaultPlace));
      }
    }
    return violations;
  }

  /** The point with the default of every parameter that does not matter there; empty if none. */
  Optional<Point> settled(Point point) {
    long[] places = point.places();
    boolean changed = false;
    for (int round = 0; round <= conditions.size(); round++) {
      boolean again = false;
      for (Condition condition : conditions) {
        if (places[condition.parameter] != condition.defaultPlace
            && !condition.when.holds(places)) {
          places[condition.parameter] = condition.defaultPlace;
          again = true;
        }
      }
      changed |= again;
      if (!again) {
        return changed ? Optional.of(Point.of(places)) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
