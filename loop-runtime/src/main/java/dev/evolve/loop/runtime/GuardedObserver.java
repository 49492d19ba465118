package dev.evolve.loop.runtime;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.BehaviorSink;
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
  private final BehaviorSink behaviors;

  GuardedObserver(RuntimePorts ports) {
    this.observer = ports.observer();
    this.emitter = ports.emitter();
    this.behaviors = ports.behaviors();
  }

  /** Whether anybody watches, so that it is worth saying what happens at every step. */
  boolean isWatched() {
    return !observer.equals(RuntimeObserver.NONE);
  }

  void tell(Consumer<RuntimeObserver> event) {
    try {
      event.accept(observer);
    } catch (RuntimeException e) {
      LOG.warn("an observer of the runtime failed", e);
    }
  }

  /** Emits in order. The step is stored already, so a failing listener cannot undo it. */
  void emit(DrivenLoop<?> loop, List<StreamChunk> chunks) {
    if (chunks.isEmpty()) {
      return;
    }
    for (StreamChunk chunk : chunks) {
      if (!loop.isMuted(chunk.stream())) {
        emit(loop.id(), chunk);
      }
    }
  }

  private void emit(String loopId, StreamChunk chunk) {
    try {
      emitter.emit(loopId, chunk);
    } catch (RuntimeException e) {
      LOG.warn("a listener of {} lost chunk {}", loopId, chunk.sequence(), e);
    }
  }

  /** Hands over what a step captured. */
  void captured(BehaviorRecord behavior) {
    try {
      behaviors.take(behavior);
    } catch (RuntimeException e) {
      LOG.warn("a sink lost the behaviour of {}", behavior.loopId(), e);
    }
  }
}
