package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes commands on profiles: what measures on the one thread that measures, so that nothing
 * else is measured at the same time. When it is shut down, steps in flight are interrupted and
 * answer nothing: they are done again after the next start.
 */
public final class ProfileExecutor implements WorkExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(ProfileExecutor.class);
  private static final String STREAM = "events";

  private final ProfileWorker worker;
  private final ExecutorService timing;
  private final ExecutorService control;
  private final InstantSource clock;

  /**
   * @param worker does the commands
   * @param timing the pool with one thread, shared with campaigns
   * @param control a pool with many
   * @param clock measures how long steps take
   */
  public ProfileExecutor(
      ProfileWorker worker, ExecutorService timing, ExecutorService control, InstantSource clock) {
    this.worker = worker;
    this.timing = timing;
    this.control = control;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    for (Work work : batch) {
      boolean measures = work.plan().placement().pool().equals(ProfileLoop.TIMING_POOL);
      try {
        (measures ? timing : control).execute(() -> run(work));
      } catch (RejectedExecutionException e) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      }
    }
  }

  private void run(Work work) {
    LOG.info("{}", work.plan().label());
    Instant begun = clock.instant();
    try {
      DomainEvent event = perform(work);
      String json = Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event);
      work.completion()
          .succeed(
              StepResult.of(
                  new ProfileLoop.Happened(event),
                  Duration.between(begun, clock.instant()),
                  List.of(StreamChunk.event(STREAM, 0, json))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.info("{} was interrupted and is left for the next start", work.plan().label());
    } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
      if (timing.isShutdown()) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      } else {
        LOG.warn("{} failed: {}", work.plan().label(), e.toString());
        work.completion().fail(e);
      }
    }
  }

  private DomainEvent perform(Work work) throws InterruptedException {
    if (work.plan().payload() instanceof ProfileLoop.Step step) {
      return worker.perform(work.context().loopId(), step.command(), work.context().cancellation());
    }
    throw new IllegalStateException("no executor for " + work.plan().payload().getClass());
  }
}
