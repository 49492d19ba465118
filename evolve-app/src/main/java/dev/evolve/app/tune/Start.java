package dev.evolve.app.tune;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.SpaceDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The configuration a tuning starts from: the defaults of its file, or what the user says. */
public final class Start {

  private Start() {}

  /**
   * The start. Parameters of a single value need none.
   *
   * @param given values by parameter that count before the defaults
   * @return empty if nothing is given and the defaults are incomplete or do not fit
   * @throws EvolveException if what is given makes no configuration of the space
   */
  public static Optional<Point> of(CompiledSpace space, Map<String, String> given) {
    SpaceDefinition definition = space.definition();
    Map<String, String> values = new TreeMap<>(given);
    for (Parameter parameter : definition.parameters()) {
      String preset = definition.defaults().get(parameter.name());
      if (preset != null && parameter.placeOf(preset) >= 0) {
        values.putIfAbsent(parameter.name(), preset);
      } else if (parameter.size() == 1) {
        values.putIfAbsent(parameter.name(), parameter.at(0));
      }
    }
    if (!given.isEmpty()) {
      return Optional.of(point(space, values));
    }
    return values.size() < definition.parameters().size()
        ? Optional.empty()
        : Optional.of(space.point(values)).filter(space::isFeasible);
  }

  /**
   * The start of a tuning that needs one.
   *
   * @param why such as {@code --race compares with}
   * @param file the space's
   * @throws EvolveException if there is none
   */
  public static Point required(Optional<Point> start, String why, Path file) {
    return start.orElseThrow(
        () ->
            new EvolveException(
                ErrorCode.INVALID_REQUEST,
                why
                    + " a start: give one as --start NAME=VALUE,..., or defaults in "
                    + file
                    + " that fit its restrictions"));
  }

  private static Point point(CompiledSpace space, Map<String, String> values) {
    try {
      Point point = space.point(values);
      List<String> violations = space.violations(point);
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return point;
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "--start with the defaults of the file is no configuration of the space: "
              + e.getMessage(),
          e);
    }
  }
}
