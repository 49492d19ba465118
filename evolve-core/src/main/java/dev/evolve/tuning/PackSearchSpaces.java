package dev.evolve.tuning;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import dev.evolve.pack.KnobParameters;
import dev.evolve.search.space.CompiledSpace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Search spaces of packs, kept for the packs asked for last, since compiling and listing one takes
 * far longer than a question to it. Safe for use by many threads.
 */
public final class PackSearchSpaces {

  private static final int KEPT = 16;

  private final Map<Key, CompiledSpace> spaces =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CompiledSpace> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * The space of a pack: a point for every configuration that meets its constraints. A value of a
   * real knob that is not on the knob's grid has the point of the nearest value that is.
   */
  public synchronized CompiledSpace spaceOf(BenchPack pack) {
    return spaces.computeIfAbsent(
        new Key(pack.knobs(), pack.constraints()),
        key -> CompiledSpace.of(KnobParameters.definition(pack)));
  }

  private record Key(List<Knob> knobs, List<Constraint> constraints) {}
}
