package dev.evolve.search.format;

import dev.evolve.search.space.SpaceDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What a T1 file holds of a tuning problem.
 *
 * @param name of the benchmark or kernel; empty if the file names none
 * @param parameters the values of every parameter, in the order of the file
 * @param restrictions as the file has them, in Python
 * @param space the space they make, its constraints in CEL
 */
public record TuningProblem(
    String name,
    SequencedMap<String, List<Literal>> parameters,
    List<String> restrictions,
    SpaceDefinition space) {

  public TuningProblem {
    parameters = java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    restrictions = List.copyOf(restrictions);
  }
}
