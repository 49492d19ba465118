package dev.evolve.app.services;

import dev.evolve.error.EvolveException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Remembers what it heard of a service. */
final class RecordingListener implements ServiceListener {

  final List<String> activities = new CopyOnWriteArrayList<>();
  final CompletableFuture<Duration> running = new CompletableFuture<>();
  private final CompletableFuture<EvolveException> failed = new CompletableFuture<>();

  @Override
  public void starting(String service, String activity, Duration elapsed) {
    activities.add(activity);
  }

  @Override
  public void running(String service, Duration startTook) {
    running.complete(startTook);
  }

  @Override
  public void failed(String service, EvolveException failure) {
    failed.complete(failure);
  }

  boolean hasFailed() {
    return failed.isDone();
  }

  EvolveException awaitFailure() throws Exception {
    return failed.get(60, TimeUnit.SECONDS);
  }
}
