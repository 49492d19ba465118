package dev.evolve.app.engine;

import dev.evolve.app.services.ServiceListener;
import dev.evolve.error.EvolveException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the terminal how the embedded services come up. */
final class LoggingServiceListener implements ServiceListener {

  private static final Logger LOG = LoggerFactory.getLogger(LoggingServiceListener.class);
  private static final int EVERY_SECONDS = 5;

  @Override
  public void starting(String service, String activity, Duration elapsed) {
    if (elapsed.toSeconds() % EVERY_SECONDS == 0) {
      LOG.info("{} ({} s)", activity, elapsed.toSeconds());
    }
  }

  @Override
  public void running(String service, Duration startTook) {
    LOG.info("{} runs, after {} s", service, startTook.toSeconds());
  }

  @Override
  public void failed(String service, EvolveException failure) {
    LOG.error("{}: {}", service, failure.getMessage());
  }
}
