package dev.evolve.loop.port;

import dev.evolve.loop.StreamChunk;

/** Takes the chunks of loops after their step was stored, in order. Must not block for long. */
public interface Emitter {

  /** Takes one chunk of a loop. */
  void emit(String loopId, StreamChunk chunk);
}
