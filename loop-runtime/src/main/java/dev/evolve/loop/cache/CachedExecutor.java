package dev.evolve.loop.cache;

import dev.evolve.loop.CacheOp;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.port.KernelDeclaration;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers steps from a {@link CacheManager} where their plan says that the payload is a pure
 * function of the key that it reads ({@link dev.evolve.loop.CachePlan#pureResult}), and has another
 * executor do the rest. The bytes are the same with and without it.
 *
 * <p>Hits are answered at once, with a duration of zero. Misses go to the other executor in one
 * call together with the steps that are not cached; steps of one call that share a key are computed
 * once. A result is kept only if it is its payload alone: one with chunks, plugin state or captured
 * behaviour belongs to its own loop. Steps with an override, and steps of any profile but serving,
 * neither read nor write.
 *
 * <p>Thread-safe as far as the other executor is. A step whose key or class is wrong fails, and no
 * other of its call.
 */
public final class CachedExecutor implements WorkExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(CachedExecutor.class);

  private final WorkExecutor delegate;
  private final CacheManager caches;
  private final ToLongFunction<WorkPayload> size;

  /**
   * @param delegate does what is not in the cache
   * @param caches where results are kept
   * @param size how much a payload holds, in the unit of its cache class
   */
  public CachedExecutor(
      WorkExecutor delegate, CacheManager caches, ToLongFunction<WorkPayload> size) {
    this.delegate = delegate;
    this.caches = caches;
    this.size = size;
  }

  @Override
  public void execute(List<Work> batch) {
    List<Work> handedOn = new ArrayList<>();
    Map<Place, Shared> misses = new LinkedHashMap<>();
    for (Work work : batch) {
      if (!mayBeCached(work)) {
        handedOn.add(work);
        continue;
      }
      Work toRun = lookUp(work, misses);
      if (toRun != null) {
        handedOn.add(toRun);
      }
    }
    if (!handedOn.isEmpty()) {
      delegate.execute(List.copyOf(handedOn));
    }
  }

  @Override
  public KernelDeclaration declaration() {
    return delegate.declaration();
  }

  @Override
  public void release(String loopId) {
    delegate.release(loopId);
  }

  /** Drops everything that is kept, then has the other executor set the pool up again. */
  @Override
  public void reinitialise(String pool) {
    caches.dropAll();
    delegate.reinitialise(pool);
  }

  private static boolean mayBeCached(Work work) {
    return work.plan().cache().pureResult()
        && work.override() == null
        && work.context().signal() == null
        && work.context().profile() == ExecutionProfile.SERVE;
  }

  /** The work that has to run for this one; null if it is answered or waits for another. */
  private @Nullable Work lookUp(Work work, Map<Place, Shared> misses) {
    try {
      Place place = Place.of(work.plan().cache().operations().getFirst());
      Shared same = misses.get(place);
      if (same != null) {
        same.waiting.add(work);
        return null;
      }
      WorkPayload kept = caches.get(place.cacheClass, place.key).orElse(null);
      if (kept != null) {
        work.completion().succeed(StepResult.of(kept, Duration.ZERO));
        return null;
      }
      Shared fresh = new Shared(place, work);
      misses.put(place, fresh);
      return new Work(work.plan(), work.context(), null, fresh);
    } catch (IllegalArgumentException e) {
      work.completion().fail(e);
      return null;
    }
  }

  private void keep(Place place, WorkPayload payload) {
    CacheAnswer answer =
        caches.put(place.cacheClass, place.key, payload, size.applyAsLong(payload));
    if (answer instanceof CacheAnswer.Refused refused) {
      LOG.debug("{} is not kept: {}", place.key.text(), refused.reason());
    }
  }

  /** Where a result is kept. */
  private record Place(String cacheClass, CacheKey key) {
    static Place of(CacheOp operation) {
      return new Place(operation.cacheClass(), CacheKey.parse(operation.key()));
    }
  }

  /** One computation that several works of a call wait for; the first of them runs. */
  private final class Shared implements Completion {

    private final Place place;
    private final Work first;
    private final List<Work> waiting = new ArrayList<>();
    private final AtomicBoolean answered = new AtomicBoolean();

    Shared(Place place, Work first) {
      this.place = place;
      this.first = first;
    }

    @Override
    public void succeed(StepResult result) {
      if (answered.getAndSet(true)) {
        return;
      }
      if (!isPayloadAlone(result)) {
        first.completion().succeed(result);
        run(waiting, delegate);
        return;
      }
      try {
        keep(place, result.payload());
      } catch (RuntimeException e) {
        first.completion().fail(e);
        failAll(waiting, e);
        return;
      }
      first.completion().succeed(result);
      StepResult shared = StepResult.of(result.payload(), Duration.ZERO);
      waiting.forEach(work -> work.completion().succeed(shared));
    }

    /** The failure is the first work's own, so the others are tried without it. */
    @Override
    public void fail(Throwable cause) {
      if (!answered.getAndSet(true)) {
        first.completion().fail(cause);
        run(waiting, CachedExecutor.this);
      }
    }

    @Override
    public void refuseSignal(SignalRefusedException reason) {
      if (!answered.getAndSet(true)) {
        first.completion().refuseSignal(reason);
        run(waiting, CachedExecutor.this);
      }
    }
  }

  private static boolean isPayloadAlone(StepResult result) {
    return result.emits().isEmpty() && result.plugins() == null && result.behavior() == null;
  }

  private static void run(List<Work> works, WorkExecutor executor) {
    if (works.isEmpty()) {
      return;
    }
    try {
      executor.execute(List.copyOf(works));
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      failAll(works, e);
    }
  }

  private static void failAll(List<Work> works, Throwable cause) {
    works.forEach(work -> work.completion().fail(cause));
  }
}
