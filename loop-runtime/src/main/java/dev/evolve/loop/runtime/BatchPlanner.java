package dev.evolve.loop.runtime;

import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects steps and hands those that belong together to their executor in one call: same executor,
 * same batch key, same pool. A pool whose places are taken keeps its steps, and they go on growing
 * into larger batches, until it has room again.
 */
final class BatchPlanner {

  /** Batch keys that are remembered; beyond that those without steps are forgotten. */
  private static final int MOST_BUCKETS = 4_096;

  private final int largest;
  private final GuardedObserver observer;
  private final SortedMap<String, Integer> widths;
  private final Map<Key, Bucket> buckets = new HashMap<>();
  private final Map<String, Pool> pools = new LinkedHashMap<>();
  private int held;

  BatchPlanner(int largest, SortedMap<String, Integer> widths, GuardedObserver observer) {
    this.largest = largest;
    this.widths = widths;
    this.observer = observer;
  }

  /**
   * Takes a step.
   *
   * @throws NeverFitsException if it names a pool that there is not
   */
  void add(StepInFlight step) {
    Bucket bucket = bucketOf(step.loop(), step.plan());
    if (bucket.size() == 0) {
      bucket.pool.await(bucket);
    }
    bucket.add(step);
    held++;
  }

  /** Takes a step back; false if its executor has it. */
  boolean withdraw(StepInFlight step) {
    Bucket bucket = step.loop().bucket;
    if (step.isHandedOver() || bucket == null || !bucket.remove(step)) {
      return false;
    }
    held--;
    if (bucket.size() == 0) {
      bucket.pool.forget(bucket);
    }
    return true;
  }

  private Bucket bucketOf(DrivenLoop<?> loop, WorkPlan plan) {
    Bucket known = loop.bucket;
    if (known != null && !known.retired && isFor(known, plan)) {
      return known;
    }
    Bucket found = find(loop, plan);
    loop.bucket = found;
    return found;
  }

  private static boolean isFor(Bucket bucket, WorkPlan plan) {
    return bucket.shape.equals(plan.shape().batchKey())
        && bucket.placement.equals(plan.placement());
  }

  private Bucket find(DrivenLoop<?> loop, WorkPlan plan) {
    Key key = new Key(loop.executor(), plan.shape().batchKey(), plan.placement());
    Bucket bucket = buckets.get(key);
    if (bucket == null) {
      forgetIfTooMany();
      Pool pool = poolOf(loop, key.placement().pool());
      bucket = new Bucket(key.executor(), key.shape(), key.placement(), pool);
      buckets.put(key, bucket);
    }
    return bucket;
  }

  private Pool poolOf(DrivenLoop<?> loop, String name) {
    Pool known = pools.get(name);
    if (known != null) {
      return known;
    }
    Integer width = widths.isEmpty() ? Integer.valueOf(Pool.UNLIMITED) : widths.get(name);
    if (width == null) {
      throw new NeverFitsException(
          loop.id(), "there is no pool " + name + "; there are " + widths.keySet());
    }
    Pool made = new Pool(width, largest);
    pools.put(name, made);
    return made;
  }

  private void forgetIfTooMany() {
    if (buckets.size() < MOST_BUCKETS) {
      return;
    }
    buckets
        .values()
        .removeIf(
            bucket -> {
              bucket.retired = bucket.size() == 0;
              return bucket.retired;
            });
  }

  /** Hands over what its pools have room for, in the order in which it came. */
  void dispatch() {
    if (held == 0) {
      return;
    }
    for (Pool pool : pools.values()) {
      if (pool.isLimited()) {
        fill(pool);
      } else {
        empty(pool);
      }
    }
  }

  /** Whether {@link #dispatch} would hand something over. */
  boolean mayDispatch() {
    return held > 0 && pools.values().stream().anyMatch(Pool::hasRoom);
  }

  private void fill(Pool pool) {
    for (Bucket bucket = pool.next(); bucket != null; bucket = pool.next()) {
      pool.batchStarted();
      handOver(bucket, new Batch(pool));
      if (bucket.size() > 0) {
        pool.await(bucket);
      }
    }
  }

  private void empty(Pool pool) {
    for (Bucket bucket : pool.takeAll()) {
      while (bucket.size() > 0) {
        handOver(bucket, null);
      }
    }
  }

  private void handOver(Bucket bucket, @Nullable Batch batch) {
    List<Work> works = bucket.take(largest);
    held -= works.size();
    if (batch != null) {
      batch.take(works);
    }
    if (observer.isWatched()) {
      observer.tell(watcher -> watcher.batchDispatched(bucket.shape.kind(), works.size()));
    }
    execute(bucket.executor, works);
  }

  /** A step was answered. */
  void answered(StepInFlight step) {
    Batch batch = step.batch();
    if (batch != null) {
      batch.answered();
    }
  }

  /** An executor that throws has failed all works of the call that it had not answered. */
  private static void execute(WorkExecutor executor, List<Work> batch) {
    try {
      executor.execute(batch);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      batch.forEach(work -> work.completion().fail(e));
    }
  }

  /** A batch on a limited pool; its place is free when the last of its steps is answered. */
  static final class Batch {
    private final Pool pool;
    private int unanswered;

    Batch(Pool pool) {
      this.pool = pool;
    }

    private void take(List<Work> works) {
      unanswered = works.size();
      for (Work work : works) {
        ((StepInFlight) work.completion()).setBatch(this);
      }
    }

    private void answered() {
      unanswered--;
      if (unanswered == 0) {
        pool.batchEnded();
      }
    }
  }

  private record Key(WorkExecutor executor, ShapeSignature shape, PlacementHint placement) {}
}
