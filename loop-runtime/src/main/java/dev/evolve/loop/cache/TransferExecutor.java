package dev.evolve.loop.cache;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.cache.TransferConnector.Transfer;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Executes steps that move a slot between pools. Steps beyond the connector's credits wait in the
 * order in which they came; a step that is cancelled gives back what it held. A connector serves
 * one executor, which looks for a credit when a step comes or ends. A step that finds no room at
 * the target fails, as admission of {@link dev.evolve.loop.ResourceRequest#transferBytes} should
 * have kept it away.
 */
public final class TransferExecutor implements WorkExecutor {

  private final TransferConnector connector;
  private final Executor threads;
  private final InstantSource clock;
  private final Queue<Work> waiting = new ArrayDeque<>();
  private final AtomicInteger pumps = new AtomicInteger();

  /**
   * @param connector moves the slots
   * @param threads copies on these
   * @param clock measures steps
   */
  public TransferExecutor(TransferConnector connector, Executor threads, InstantSource clock) {
    this.connector = connector;
    this.threads = threads;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    synchronized (waiting) {
      waiting.addAll(batch);
    }
    pump();
  }

  /**
   * Begins transfers while there is one to begin and a credit for it. One thread at a time does so;
   * one that comes in the meantime leaves it to the first.
   */
  private void pump() {
    if (pumps.getAndIncrement() != 0) {
      return;
    }
    for (int seen = 1; seen != 0; seen = pumps.addAndGet(-seen)) {
      for (Work work = takeNext(); work != null; work = takeNext()) {
        start(work);
      }
    }
  }

  private @Nullable Work takeNext() {
    synchronized (waiting) {
      return connector.hasCredit() ? waiting.poll() : null;
    }
  }

  private void start(Work work) {
    try {
      Transfer transfer = begin(work);
      try {
        threads.execute(() -> run(work, transfer));
      } catch (RuntimeException e) {
        transfer.cancel();
        throw e;
      }
    } catch (RuntimeException e) {
      work.completion().fail(e);
    }
  }

  private Transfer begin(Work work) {
    if (work.context().cancellation().isCancelled()) {
      throw new CancellationException("cancelled before its transfer began");
    }
    if (work.plan().payload() instanceof SlotTransfer.Send send) {
      return connector.begin(send.slot());
    }
    throw new IllegalArgumentException(
        "a transfer executor takes SlotTransfer.Send, not " + work.plan().payload());
  }

  private void run(Work work, Transfer transfer) {
    Instant start = clock.instant();
    try {
      if (transfer.run(work.context().cancellation()::isCancelled)) {
        SlotTransfer.Send send = (SlotTransfer.Send) work.plan().payload();
        SlotTransfer.Sent sent = new SlotTransfer.Sent(send.slot(), transfer.bytes());
        Duration actual = Duration.between(start, clock.instant());
        work.completion().succeed(StepResult.of(sent, actual));
      } else {
        work.completion().fail(new CancellationException("cancelled during its transfer"));
      }
    } catch (RuntimeException | Error e) {
      work.completion().fail(e);
    } finally {
      pump();
    }
  }
}
