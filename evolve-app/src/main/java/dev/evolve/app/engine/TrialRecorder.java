package dev.evolve.app.engine;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.TrialStore;
import dev.evolve.memory.MemoryChange;
import dev.evolve.memory.MemoryFold;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log and hands what campaigns measured, and what was imported or forgotten, to the
 * memory of trials. Where that is away, changes wait and are offered again with the next event;
 * after a restart all are made again from the log, and a set that is there already is replaced by
 * itself.
 */
final class TrialRecorder implements EventFeed.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(TrialRecorder.class);

  private final MemoryFold fold = new MemoryFold();
  private final Deque<MemoryChange> waiting = new ArrayDeque<>();
  private final TrialStore store;
  private boolean isCaughtUp;

  TrialRecorder(TrialStore store) {
    this.store = store;
  }

  @Override
  public synchronized void recorded(int partition, long offset, RecordedEvent event) {
    fold.apply(event.event()).ifPresent(waiting::add);
    if (isCaughtUp) {
      offer();
    }
  }

  @Override
  public synchronized void caughtUp() {
    isCaughtUp = true;
    offer();
  }

  private void offer() {
    while (!waiting.isEmpty()) {
      try {
        waiting.getFirst().applyTo(store);
        waiting.removeFirst();
      } catch (EvolveException e) {
        LOG.warn(
            "{} changes of the memory of trials wait for the graph: {}",
            waiting.size(),
            e.getMessage());
        return;
      }
    }
  }
}
