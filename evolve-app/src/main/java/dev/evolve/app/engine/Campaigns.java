package dev.evolve.app.engine;

import dev.evolve.app.campaigns.CampaignDirectory;
import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.loop.runtime.LoopDriver;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the loops once the log has been read, before the first request is answered, and stops them
 * after the last one. Steps in flight are interrupted; they are done again after the next start.
 */
final class Campaigns implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Campaigns.class);

  private final EventFeed log;
  private final CampaignDirectory directory;
  private final ProfileViews profiles;
  private final LoopDriver driver;
  private final ExecutorService timing;
  private final ExecutorService control;
  private @Nullable AutoCloseable subscription;
  private volatile boolean running;

  Campaigns(
      EventFeed log,
      CampaignDirectory directory,
      ProfileViews profiles,
      LoopDriver driver,
      ExecutorService timing,
      ExecutorService control) {
    this.log = log;
    this.directory = directory;
    this.profiles = profiles;
    this.driver = driver;
    this.timing = timing;
    this.control = control;
  }

  @Override
  public void start() {
    subscription = log.follow(directory);
    directory.awaitCaughtUp();
    profiles.awaitCaughtUp();
    int resumed = driver.start().size();
    if (resumed > 0) {
      LOG.info("{} loops go on where they were", resumed);
    }
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    driver.close();
    timing.shutdownNow();
    control.shutdown();
    closeSubscription();
  }

  private void closeSubscription() {
    try {
      if (subscription != null) {
        subscription.close();
      }
    } catch (Exception e) {
      LOG.warn("the follower of the log did not close: {}", e.toString());
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
