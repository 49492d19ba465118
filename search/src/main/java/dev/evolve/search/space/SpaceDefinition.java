package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A space as it is written down.
 *
 * @param name for people; nothing depends on it
 * @param parameters in the order of a point's places
 * @param constraints CEL expressions over the parameters' names that all hold in a feasible point
 * @param conditions by parameter name: the CEL expression under which the parameter matters. Where
 *     it does not hold the parameter has its default value and no other, so that one behaviour is
 *     one point
 * @param defaults value by parameter name; a parameter with a condition needs one
 */
public record SpaceDefinition(
    String name,
    List<Parameter> parameters,
    List<String> constraints,
    Map<String, String> conditions,
    Map<String, String> defaults) {

  public SpaceDefinition {
    parameters = List.copyOf(parameters);
    constraints = List.copyOf(constraints);
    conditions = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    defaults = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
    List<String> names = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (names.contains(parameter.name())) {
        throw new IllegalArgumentException(parameter.name() + " is defined twice");
      }
      names.add(parameter.name());
    }
  }

  /** Parameters and constraints only. */
  public static SpaceDefinition of(
      String name, List<Parameter> parameters, List<String> constraints) {
    return new SpaceDefinition(name, parameters, constraints, Map.of(), Map.of());
  }
}
