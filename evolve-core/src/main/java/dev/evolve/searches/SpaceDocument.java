package dev.evolve.searches;

import dev.evolve.search.space.SpaceDefinition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A space as it is written in JSON; what is absent is empty.
 *
 * @param name for people
 * @param parameters in the order of a point's places
 * @param constraints CEL expressions that all hold in a feasible point
 * @param conditions by parameter: the CEL expression under which it matters
 * @param defaults by parameter: the value where its condition does not hold
 */
public record SpaceDocument(
    String name,
    List<ParameterDocument> parameters,
    List<String> constraints,
    SortedMap<String, String> conditions,
    SortedMap<String, String> defaults) {

  /** Most parameters of a space that is held for others. */
  public static final int MOST_PARAMETERS = 100;

  /** Most values that are listed for one parameter. */
  public static final int MOST_VALUES = 10_000;

  /** Most constraints and conditions together. */
  public static final int MOST_EXPRESSIONS = 500;

  /** Longest expression, name or value, in characters. */
  public static final int LONGEST_TEXT = 2_000;

  public SpaceDocument {
    // What JSON leaves out arrives as null.
    name = name == null ? "" : name;
    parameters = parameters == null ? List.of() : List.copyOf(parameters);
    constraints = constraints == null ? List.of() : List.copyOf(constraints);
    conditions = sorted(conditions);
    defaults = sorted(defaults);
  }

  private static SortedMap<String, String> sorted(Map<String, String> map) {
    return map == null
        ? Collections.emptySortedMap()
        : Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  /** How a definition is written. */
  public static SpaceDocument of(SpaceDefinition definition) {
    return new SpaceDocument(
        definition.name(),
        definition.parameters().stream().map(ParameterDocument::of).toList(),
        definition.constraints(),
        new TreeMap<>(definition.conditions()),
        new TreeMap<>(definition.defaults()));
  }

  /**
   * The space that is written here.
   *
   * @throws IllegalArgumentException saying what is wrong or over a limit
   */
  public SpaceDefinition definition() {
    within(parameters.size(), MOST_PARAMETERS, "parameters");
    within(constraints.size() + conditions.size(), MOST_EXPRESSIONS, "constraints and conditions");
    constraints.forEach(text -> within(text.length(), LONGEST_TEXT, "characters in a constraint"));
    conditions
        .values()
        .forEach(text -> within(text.length(), LONGEST_TEXT, "characters in a condition"));
    parameters.forEach(SpaceDocument::checkSizes);
    return new SpaceDefinition(
        name,
        parameters.stream().map(ParameterDocument::parameter).toList(),
        constraints,
        conditions,
        defaults);
  }

  private static void checkSizes(ParameterDocument parameter) {
    if (parameter.name() == null) {
      throw new IllegalArgumentException("a parameter needs a name");
    }
    List<String> values = parameter.values() == null ? List.of() : parameter.values();
    within(values.size(), MOST_VALUES, "values of " + parameter.name());
    values.forEach(text -> within(text.length(), LONGEST_TEXT, "characters in a value"));
    within(parameter.name().length(), LONGEST_TEXT, "characters in a name");
  }

  private static void within(int found, int most, String what) {
    if (found > most) {
      throw new IllegalArgumentException(found + " " + what + ", at most " + most + " are taken");
    }
  }
}
