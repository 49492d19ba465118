package dev.evolve.loop.capture;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a graph cache holds and has done so far.
 *
 * @param graphs graphs that can be replayed
 * @param workspaceBytes bytes of all graphs, those included that are dropped but still in use
 * @param captures captures, each of which also launched its graph once
 * @param replays launches of a graph that was there already
 * @param evictions graphs closed to make room
 * @param dropped graphs dropped because they were stale
 * @param eager works that ran without a graph, by reason
 */
public record GraphUsage(
    int graphs,
    long workspaceBytes,
    long captures,
    long replays,
    long evictions,
    long dropped,
    Map<EagerBreak, Long> eager) {

  public GraphUsage {
    EnumMap<EagerBreak, Long> copy = new EnumMap<>(EagerBreak.class);
    copy.putAll(eager);
    eager = Collections.unmodifiableMap(copy);
  }

  /** Works that ran without a graph for a reason. */
  public long eager(EagerBreak reason) {
    return eager.getOrDefault(reason, 0L);
  }
}
