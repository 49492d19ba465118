package dev.evolve.app.engine;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.campaign.CampaignTrials;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log and hands what campaigns measured to the memory of trials. Where that is away,
 * sets wait and are offered again with the next event; after a restart all are made again from the
 * log, and a set that is there already is replaced by itself.
 */
final class TrialRecorder implements EventFeed.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(TrialRecorder.class);

  private final CampaignTrials campaigns = new CampaignTrials();
  private final Deque<TrialSet> waiting = new ArrayDeque<>();
  private final TrialStore store;
  private boolean isCaughtUp;

  TrialRecorder(TrialStore store) {
    this.store = store;
  }

  @Override
  public synchronized void recorded(int partition, long offset, RecordedEvent event) {
    campaigns.apply(event.event()).ifPresent(waiting::add);
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
        store.remember(waiting.getFirst());
        waiting.removeFirst();
      } catch (EvolveException e) {
        LOG.warn("{} sets of trials wait for the graph: {}", waiting.size(), e.getMessage());
        return;
      }
    }
  }
}
