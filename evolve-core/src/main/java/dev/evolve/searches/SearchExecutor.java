package dev.evolve.searches;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the steps of searches that are held for others, beside the runtime's thread. */
public final class SearchExecutor implements WorkExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(SearchExecutor.class);

  private final SearchWorker worker;
  private final Executor pool;
  private final InstantSource clock;

  /**
   * @param worker answers what is asked
   * @param pool where it does so
   * @param clock measures how long that takes
   */
  public SearchExecutor(SearchWorker worker, Executor pool, InstantSource clock) {
    this.worker = worker;
    this.pool = pool;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    for (Work work : batch) {
      try {
        pool.execute(() -> run(work));
      } catch (RejectedExecutionException e) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      }
    }
  }

  private void run(Work work) {
    Instant begun = clock.instant();
    try {
      Signal signal =
          work.context()
              .wokenBy()
              .orElseThrow(() -> new IllegalStateException("a search was woken by nothing"));
      if (!(work.context().state() instanceof SearchState state)) {
        throw new IllegalStateException(work.context().loopId() + " is no search");
      }
      work.completion()
          .succeed(
              StepResult.of(
                  new SearchEntries(worker.answer(signal, state)),
                  Duration.between(begun, clock.instant())));
    } catch (SignalRefusedException e) {
      work.completion().refuseSignal(e);
    } catch (RuntimeException e) {
      // One question that cannot be answered must not cost its owner the search.
      LOG.error("{} could not answer", work.context().loopId(), e);
      work.completion()
          .refuseSignal(new SignalRefusedException("internal", "could not answer: " + e));
    } catch (LinkageError | StackOverflowError | OutOfMemoryError e) {
      work.completion().fail(e);
    }
  }
}
