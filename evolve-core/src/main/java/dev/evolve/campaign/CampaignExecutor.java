package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.port.SignalRefusedException;
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
 * Executes the plans of campaigns and rollbacks on two pools: one thread that measures, so that
 * nothing else is measured at the same time, and as many as it takes for everything else.
 *
 * <p>When it is shut down, steps in flight are interrupted and answer nothing: they are done again
 * after the next start.
 */
public final class CampaignExecutor implements WorkExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(CampaignExecutor.class);

  private final CampaignWorker campaigns;
  private final RollbackWorker rollbacks;
  private final ExecutorService timing;
  private final ExecutorService control;
  private final InstantSource clock;

  /**
   * @param campaigns does the steps of campaigns
   * @param rollbacks does those of rollbacks
   * @param timing a pool with one thread
   * @param control a pool with many
   * @param clock measures how long steps take
   */
  public CampaignExecutor(
      CampaignWorker campaigns,
      RollbackWorker rollbacks,
      ExecutorService timing,
      ExecutorService control,
      InstantSource clock) {
    this.campaigns = campaigns;
    this.rollbacks = rollbacks;
    this.timing = timing;
    this.control = control;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    for (Work work : batch) {
      ExecutorService pool =
          work.plan().placement().pool().equals(CampaignPlanner.TIMING_POOL) ? timing : control;
      try {
        pool.execute(() -> run(work));
      } catch (RejectedExecutionException e) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      }
    }
  }

  private void run(Work work) {
    LOG.info("{}", work.plan().label());
    Instant begun = clock.instant();
    try {
      List<DomainEvent> events = perform(work);
      List<StreamChunk> chunks = EventChunks.from(firstSequence(work), events);
      work.completion()
          .succeed(
              StepResult.of(
                  new DecidedEvents(events), Duration.between(begun, clock.instant()), chunks));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.info("{} was interrupted and is left for the next start", work.plan().label());
    } catch (SignalRefusedException e) {
      work.completion().refuseSignal(e);
    } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
      if (timing.isShutdown()) {
        LOG.info("{} is left for the next start: shutting down", work.plan().label());
      } else {
        work.completion().fail(e);
      }
    }
  }

  private List<DomainEvent> perform(Work work) throws InterruptedException, SignalRefusedException {
    WorkPayload payload = work.plan().payload();
    Cancellation cancellation = work.context().cancellation();
    if (payload instanceof RollbackLoop.Undo undo) {
      return rollbacks.undo(undo.request());
    }
    CampaignState state = campaignState(work);
    if (payload instanceof CampaignWork step) {
      return campaigns.perform(step, state, cancellation);
    }
    if (payload instanceof Waiting) {
      return campaigns.decide(
          work.context()
              .wokenBy()
              .orElseThrow(() -> new IllegalStateException("a wait was executed without a signal")),
          state);
    }
    throw new IllegalStateException("no executor for " + payload.getClass().getName());
  }

  private static long firstSequence(Work work) {
    return work.context().state() instanceof CampaignState state ? state.eventCount() : 0;
  }

  private static CampaignState campaignState(Work work) {
    if (work.context().state() instanceof CampaignState state) {
      return state;
    }
    throw new IllegalStateException(
        work.context().loopId() + " is no campaign: " + work.context().state().getClass());
  }
}
