package dev.evolve.searches;

import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiled spaces of the documents asked for last, since compiling one takes far longer than a
 * question to it. Safe for use by many threads.
 */
public final class CompiledSpaces {

  private static final int KEPT = 8;

  private final Map<SpaceDocument, CompiledSpace> compiled =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SpaceDocument, CompiledSpace> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * The space that is written in a document.
   *
   * @throws IllegalArgumentException saying what is wrong with it or over a limit
   */
  public Space of(SpaceDocument document) {
    synchronized (compiled) {
      CompiledSpace known = compiled.get(document);
      if (known != null) {
        return known;
      }
    }
    CompiledSpace fresh = CompiledSpace.of(document.definition());
    synchronized (compiled) {
      compiled.put(document, fresh);
    }
    return fresh;
  }

  /**
   * The point of a configuration.
   *
   * @throws IllegalArgumentException naming the value or the constraint that is wrong
   */
  Point feasible(SpaceDocument document, Map<String, String> values) {
    Space space = of(document);
    Point point = space.point(values);
    List<String> violations = space.violations(point);
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException(
          values + " is not in the space: " + String.join("; ", violations));
    }
    return point;
  }

  /**
   * Checks a request: its space compiles and holds a point, its prior trials are in it.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public void check(SearchRequest request) {
    Space space = of(request.space());
    if (space.listed().isPresent() && space.listed().get().size() == 0) {
      throw new IllegalArgumentException(
          "no combination of values meets all constraints; loosen one of them");
    }
    for (SearchRequest.PriorTrial prior : request.prior()) {
      prior.result().outcome();
      prior.result().cost();
      feasible(request.space(), prior.values());
    }
  }
}
