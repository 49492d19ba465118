package dev.evolve.memory;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes commands on the memory of trials: each becomes an event and nothing else happens. */
public final class MemoryExecutor implements WorkExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryExecutor.class);
  private static final String STREAM = "events";

  private final ExecutorService control;
  private final InstantSource clock;

  /**
   * @param control a pool with many threads
   * @param clock the time of events
   */
  public MemoryExecutor(ExecutorService control, InstantSource clock) {
    this.control = control;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    for (Work work : batch) {
      try {
        control.execute(() -> run(work));
      } catch (RejectedExecutionException e) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      }
    }
  }

  private void run(Work work) {
    LOG.info("{}", work.plan().label());
    try {
      DomainEvent event = event(work);
      String json = Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event);
      work.completion()
          .succeed(
              StepResult.of(
                  new MemoryLoop.Happened(event),
                  Duration.ZERO,
                  List.of(StreamChunk.event(STREAM, 0, json))));
    } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
      LOG.warn("{} failed: {}", work.plan().label(), e.toString());
      work.completion().fail(e);
    }
  }

  private DomainEvent event(Work work) {
    if (work.plan().payload() instanceof MemoryLoop.Step step) {
      return event(work.context().loopId(), step.command());
    }
    throw new IllegalStateException("no executor for " + work.plan().payload().getClass());
  }

  private DomainEvent event(String loopId, MemoryCommand command) {
    return switch (command) {
      case MemoryCommand.Import it ->
          new DomainEvent.TrialsImported(loopId, clock.instant(), it.trials(), it.person());
      case MemoryCommand.Forget it ->
          new DomainEvent.TrialsForgotten(
              loopId, clock.instant(), it.key(), it.reason(), it.person());
    };
  }
}
