package dev.evolve.loop.sim;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.Emitter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps what was emitted. Thread-safe. */
public final class RecordingEmitter implements Emitter {

  private final Map<String, List<StreamChunk>> chunks = new LinkedHashMap<>();

  @Override
  public synchronized void emit(String loopId, StreamChunk chunk) {
    chunks.computeIfAbsent(loopId, unused -> new ArrayList<>()).add(chunk);
  }

  /** What a loop emitted, in order. */
  public synchronized List<StreamChunk> of(String loopId) {
    return List.copyOf(chunks.getOrDefault(loopId, List.of()));
  }
}
