package dev.evolve.loop.runtime;

import dev.evolve.loop.WorkUnitKind;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several watchers as one; what one of them throws does not keep the others from watching. */
final class ObserverGroup implements RuntimeObserver {

  private static final Logger LOG = LoggerFactory.getLogger(ObserverGroup.class);

  private final RuntimeObserver[] observers;

  ObserverGroup(RuntimeObserver[] observers) {
    this.observers = observers;
  }

  private void each(Consumer<RuntimeObserver> event) {
    for (RuntimeObserver observer : observers) {
      try {
        event.accept(observer);
      } catch (RuntimeException e) {
        LOG.warn("an observer of the runtime failed", e);
      }
    }
  }

  @Override
  public void loopAccepted(String loopId, String kind, boolean restored) {
    each(observer -> observer.loopAccepted(loopId, kind, restored));
  }

  @Override
  public void loopStarted(String loopId, String kind) {
    each(observer -> observer.loopStarted(loopId, kind));
  }

  @Override
  public void stepCompleted(Step step) {
    each(observer -> observer.stepCompleted(step));
  }

  @Override
  public void loopParked(String loopId, String kind, @Nullable Instant until) {
    each(observer -> observer.loopParked(loopId, kind, until));
  }

  @Override
  public void loopFinished(String loopId, String kind, String outcome) {
    each(observer -> observer.loopFinished(loopId, kind, outcome));
  }

  @Override
  public void loopFailed(String loopId, String kind, Throwable cause) {
    each(observer -> observer.loopFailed(loopId, kind, cause));
  }

  @Override
  public void loopCancelled(String loopId, String kind, String reason) {
    each(observer -> observer.loopCancelled(loopId, kind, reason));
  }

  @Override
  public void batchDispatched(WorkUnitKind unit, int size) {
    each(observer -> observer.batchDispatched(unit, size));
  }

  @Override
  public void loopPreempted(String loopId, String kind) {
    each(observer -> observer.loopPreempted(loopId, kind));
  }

  @Override
  public void poolRepaired(String pool, Throwable cause) {
    each(observer -> observer.poolRepaired(pool, cause));
  }

  @Override
  public void storeAway(Throwable cause) {
    each(observer -> observer.storeAway(cause));
  }

  @Override
  public void storeBack() {
    each(RuntimeObserver::storeBack);
  }
}
