package dev.evolve.serving.video;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Keys and values of finished chunks, by loop. A loop's slabs live until it is released. Not
 * thread-safe: the executor's one thread owns it.
 */
final class SlabStore {

  private final Map<String, NavigableMap<Integer, Slab>> byLoop = new HashMap<>();

  /**
   * What a chunk sees, oldest first.
   *
   * @throws IllegalStateException if one of them is not there
   */
  List<Slab> seenFrom(String loopId, VideoWork.ChunkPlace place) {
    NavigableMap<Integer, Slab> slabs = byLoop.getOrDefault(loopId, new TreeMap<>());
    List<Slab> seen = new ArrayList<>();
    for (int chunk = place.firstSeen(); chunk < place.chunk(); chunk++) {
      Slab slab = slabs.get(chunk);
      if (slab == null) {
        throw new IllegalStateException(
            "chunk "
                + place.chunk()
                + " of "
                + loopId
                + " sees chunk "
                + chunk
                + ", which is not in the cache; in it are "
                + slabs.keySet()
                + ": resume the loop from its withoutCache state");
      }
      seen.add(slab);
    }
    return seen;
  }

  /** Keeps a chunk, and lets go of those that no later chunk sees. */
  void keep(String loopId, VideoWork.ChunkPlace place, Slab slab) {
    NavigableMap<Integer, Slab> slabs = byLoop.computeIfAbsent(loopId, id -> new TreeMap<>());
    slabs.tailMap(place.chunk(), true).clear();
    slabs.put(place.chunk(), slab);
    if (!place.keepsAll()) {
      slabs.headMap(place.chunk() + 1 - place.window(), false).clear();
    }
  }

  void release(String loopId) {
    byLoop.remove(loopId);
  }

  void clear() {
    byLoop.clear();
  }

  int count() {
    return byLoop.values().stream().mapToInt(Map::size).sum();
  }
}
