package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the graph at the end of the log, on one thread of its own. While the graph is away it tries
 * again, and the feed waits once enough events do; campaigns never wait for it. After a start it
 * goes on where the graph is, which the graph itself knows.
 *
 * <p>Moves: started → following, by the feed; following → rebuilding, by {@link #rebuild}; any →
 * closed, by {@link #close}.
 */
public final class GraphProjector implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GraphProjector.class);

  private final ImpactStore store;
  private final EventSource source;
  private final ProjectorLimits limits;
  private final GraphProjection projection;
  private final Thread thread;
  private volatile boolean rebuilding;
  private @Nullable AutoCloseable subscription;

  /**
   * @param store where events go
   * @param source where they come from; gives every follower a thread that may wait
   * @param limits how it batches and how patient it is
   * @param clock decides when a batch and a retry are due
   */
  public GraphProjector(
      ImpactStore store, EventSource source, ProjectorLimits limits, InstantSource clock) {
    this.store = store;
    this.source = source;
    this.limits = limits;
    this.projection = new GraphProjection(store, limits, clock);
    this.thread = Thread.ofPlatform().name("graph-projector").daemon().unstarted(this::drive);
  }

  /** Where events come from. */
  @FunctionalInterface
  public interface EventSource {

    /**
     * Delivers the events of the log in the order of each partition, and then what comes. Nothing
     * is delivered once what it returns is closed.
     *
     * @param from offset of the first event that is wanted, by partition; from the first one of
     *     partitions that it does not name
     * @throws EvolveException LOG_UNAVAILABLE if the log is away; it is called again later
     */
    AutoCloseable follow(SortedMap<Integer, Long> from, EventListener listener);
  }

  /** Takes events; may wait. */
  @FunctionalInterface
  public interface EventListener {

    /** One event at its place in the log. */
    void onEvent(int partition, long offset, RecordedEvent event);
  }

  /** Begins to follow the log. */
  public GraphProjector start() {
    thread.start();
    return this;
  }

  /**
   * Drops the graph and makes it again from the first event of the log. Returns at once; {@link
   * #status} says how far it is.
   */
  public void rebuild() {
    rebuilding = true;
    projection.wake();
  }

  /** How far the graph is behind the log. */
  public ProjectionStatus status() {
    return projection.status(rebuilding);
  }

  /** Whether everything that was delivered so far is in the graph, or cannot be. */
  public boolean isIdle() {
    return projection.isIdle() && !rebuilding;
  }

  /** Ends the thread after the batch that it is writing; what waits is in the log for next time. */
  @Override
  public void close() {
    projection.close();
    if (!thread.isAlive()) {
      return;
    }
    try {
      if (!thread.join(limits.closing())) {
        LOG.warn("the projector still writes after {}; interrupting it", limits.closing());
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void drive() {
    try {
      while (projection.isOpen()) {
        long arrivals = projection.arrivals();
        projection.await(arrivals, step());
      }
    } catch (InterruptedException e) {
      LOG.debug("the projector was interrupted", e);
    } finally {
      projection.close();
      unsubscribe();
    }
  }

  /** One bounded step; says how long the next may wait. */
  private Duration step() {
    Duration wait = projection.untilRetry();
    if ((rebuilding || subscription == null) && !wait.isZero()) {
      return wait;
    }
    try {
      maybeRebuild();
      maybeSubscribe();
    } catch (RuntimeException e) {
      projection.failed(e);
      return projection.untilRetry();
    }
    return projection.turn();
  }

  private void maybeRebuild() {
    if (!rebuilding) {
      return;
    }
    projection.reset(new TreeMap<>());
    unsubscribe();
    store.prepare();
    LOG.info("dropping the graph to make it again from the log");
    store.clear();
    rebuilding = false;
    projection.recovered();
  }

  private void maybeSubscribe() {
    if (subscription != null) {
      return;
    }
    store.prepare();
    SortedMap<Integer, Long> positions = store.positions();
    int run = projection.reset(positions);
    subscription =
        source.follow(positions, (partition, offset, event) -> take(run, partition, offset, event));
    projection.recovered();
    LOG.info("the graph follows the log from {}", positions);
  }

  private void take(int run, int partition, long offset, RecordedEvent event) {
    try {
      projection.offer(run, partition, offset, event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(
          ErrorCode.INTERNAL,
          "the feed was interrupted before the graph took event "
              + event.id()
              + "; follow the log again",
          e);
    }
  }

  private void unsubscribe() {
    AutoCloseable current = subscription;
    subscription = null;
    if (current == null) {
      return;
    }
    try {
      current.close();
    } catch (Exception e) {
      LOG.warn("the feed of the log did not close: {}", e.getMessage(), e);
    }
  }
}
