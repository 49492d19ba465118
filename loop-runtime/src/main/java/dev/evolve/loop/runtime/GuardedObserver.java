package dev.evolve.loop.runtime;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.Emitter;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what watchers and listeners throw away from the loops. */
final class GuardedObserver {

  private static final Logger LOG = LoggerFactory.getLogger(GuardedObserver.class);

  private final RuntimeObserver observer;
  private final Emitter emitter;

  GuardedObserver(RuntimeObserver observer, Emitter emitter) {
    this.observer = observer;
    this.emitter = emitter;
  }

  void tell(Consumer<RuntimeObserver> event) {
    try {
      event.accept(observer);
    } catch (RuntimeException e) {
      LOG.warn("an observer of the runtime failed", e);
    }
  }

  /** Emits in order. The step is stored already, so a failing listener cannot undo it. */
  void emit(String loopId, List<StreamChunk> chunks) {
    for (StreamChunk chunk : chunks) {
      try {
        emitter.emit(loopId, chunk);
      } catch (RuntimeException e) {
        LOG.warn("a listener of {} lost chunk {}", loopId, chunk.sequence(), e);
      }
    }
  }
}
