package dev.evolve.loop.gate;

import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import java.util.List;

/**
 * Everything that a run of a loop left to see.
 *
 * @param loopId the loop
 * @param firstStep step index at which the run began; 0 unless it was resumed
 * @param states SHA-256 of the serialised state at each boundary, the first one included
 * @param chunks what was emitted, in order
 * @param chunkCounts how many chunks had been emitted at each boundary
 * @param result the loop's result
 */
public record Trajectory(
    String loopId,
    long firstStep,
    List<String> states,
    List<StreamChunk> chunks,
    List<Integer> chunkCounts,
    LoopResult result) {

  public Trajectory {
    states = List.copyOf(states);
    chunks = List.copyOf(chunks);
    chunkCounts = List.copyOf(chunkCounts);
  }

  /** How many steps the run took. */
  public int steps() {
    return states.size() - 1;
  }

  /** Whether it put out nothing that could be compared. */
  public boolean isEmpty() {
    return chunks.isEmpty() && result.artifacts().values().stream().allMatch(String::isBlank);
  }

  /** The part of this run from a boundary on, as a run that was resumed there would show it. */
  Trajectory from(int boundary) {
    int skipped = chunkCounts.get(boundary);
    return new Trajectory(
        loopId,
        firstStep + boundary,
        states.subList(boundary, states.size()),
        chunks.subList(skipped, chunks.size()),
        chunkCounts.subList(boundary, chunkCounts.size()).stream().map(n -> n - skipped).toList(),
        result);
  }
}
