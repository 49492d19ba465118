package dev.evolve.tuning;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import dev.evolve.search.space.Space;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Search spaces of packs, kept for the packs asked for last, since compiling and listing one takes
 * far longer than a question to it. Safe for use by many threads.
 */
public final class PackSearchSpaces {

  private static final int KEPT = 16;

  private final Map<Key, PackSearchSpace> spaces =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, PackSearchSpace> eldest) {
          return size() > KEPT;
        }
      };

  /** The space of a pack around the configuration in force. */
  public synchronized PackSearchSpace of(BenchPack pack, Configuration baseline) {
    return spaces
        .computeIfAbsent(
            new Key(pack.knobs(), pack.constraints()), key -> new PackSearchSpace(pack, baseline))
        .around(baseline);
  }

  /** The space of a pack for the search engine. */
  public Space spaceOf(BenchPack pack) {
    return of(pack, pack.defaults()).space();
  }

  private record Key(List<Knob> knobs, List<Constraint> constraints) {}
}
