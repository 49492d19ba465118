package dev.evolve.app.services;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Something that must be stopped however this process ends: closed by whoever has it, or else by
 * the JVM on its way out, after a Ctrl-C for example. It is stopped once.
 */
public final class StopAtExit implements AutoCloseable {

  private final Runnable stop;
  private final AtomicBoolean isStopped = new AtomicBoolean();
  private final Thread hook = Thread.ofPlatform().name("stop-at-exit").unstarted(this::stop);

  private StopAtExit(Runnable stop) {
    this.stop = stop;
  }

  /** Has it stopped at the end of the process, unless it is closed before. */
  public static StopAtExit of(Runnable stop) {
    StopAtExit stopping = new StopAtExit(stop);
    Runtime.getRuntime().addShutdownHook(stopping.hook);
    return stopping;
  }

  private void stop() {
    if (isStopped.compareAndSet(false, true)) {
      stop.run();
    }
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // The hook runs now, or has run, and finds it stopped.
    }
  }
}
