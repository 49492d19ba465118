package dev.evolve.loop.runtime;

import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets broken pools up again. All loops of the pool's executor lose what they held in its caches;
 * those that were in the middle of a step take it again.
 */
final class PoolRepairs {

  private static final Logger LOG = LoggerFactory.getLogger(PoolRepairs.class);

  private final LiveLoops live;
  private final GuardedObserver observer;
  private final Consumer<DrivenLoop<?>> cacheLost;
  private final Map<Key, Long> repairs = new HashMap<>();
  private long steps;

  /**
   * @param cacheLost told of every loop that has lost its caches
   */
  PoolRepairs(LiveLoops live, GuardedObserver observer, Consumer<DrivenLoop<?>> cacheLost) {
    this.live = live;
    this.observer = observer;
    this.cacheLost = cacheLost;
  }

  /** The number of a step that an executor is handed now, to tell later what it came before. */
  long number() {
    return steps++;
  }

  /**
   * Has the pool set up again, unless that was done since the step began: the steps that were under
   * way when it broke all fail, and one repair is enough for them.
   *
   * @throws RuntimeException if it stays broken
   */
  void repair(StepInFlight step, PoolFailedException broken) {
    WorkExecutor executor = step.loop().executor();
    Key key = new Key(executor, broken.pool());
    Long last = repairs.get(key);
    if (last != null && last > step.number()) {
      return;
    }
    LOG.warn("{}; it is set up again", broken.getMessage(), broken);
    executor.reinitialise(broken.pool());
    repairs.put(key, number());
    for (DrivenLoop<?> loop : live.each()) {
      if (loop.executor().equals(executor)) {
        cacheLost.accept(loop);
      }
    }
    observer.tell(o -> o.poolRepaired(broken.pool(), broken));
  }

  private record Key(WorkExecutor executor, String pool) {}
}
