package dev.evolve.app.engine;

import dev.evolve.app.campaigns.ProgressFeed;
import dev.evolve.campaign.CampaignProgress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes news of work in progress on to whoever watches. */
final class ProgressHub implements ProgressFeed, CampaignProgress {

  private static final Logger LOG = LoggerFactory.getLogger(ProgressHub.class);

  private final List<Consumer<Progress>> consumers = new CopyOnWriteArrayList<>();

  @Override
  public AutoCloseable subscribe(Consumer<Progress> consumer) {
    consumers.add(consumer);
    return () -> consumers.remove(consumer);
  }

  @Override
  public void report(
      String campaignId, String proposalId, String activity, String text, int done, int total) {
    Progress news = new Progress(campaignId, proposalId, activity, text, done, total);
    for (Consumer<Progress> consumer : consumers) {
      try {
        consumer.accept(news);
      } catch (RuntimeException e) {
        LOG.warn("a watcher of progress failed: {}", e.toString());
      }
    }
  }
}
