package dev.evolve.app.memory;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedTrials;
import dev.evolve.event.RecordedEvent;
import dev.evolve.memory.MemoryChange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Which imports the log holds that were not forgotten, without their trials: made again from the
 * log at each start. Thread-safe.
 */
public final class MemoryView implements EventFeed.Listener {

  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Map<String, Known> imports = new LinkedHashMap<>();
  private final Set<String> forgotten = new HashSet<>();
  private final Set<String> loops = new HashSet<>();
  private boolean caughtUp;

  /** An import. */
  record Known(
      ImportedTrials.Key key, String contentSha256, Instant at, List<String> parameters, int size) {

    MemoryEntry entry() {
      return new MemoryEntry(
          key.id(),
          key.kernel(),
          key.hardwareId(),
          key.shape(),
          MemoryChange.origin(key),
          at,
          parameters,
          size);
    }

    boolean isOf(ImportedTrials trials) {
      ImportedTrials.Key other = trials.key();
      return contentSha256.equals(trials.contentSha256())
          && key.kernel().equals(other.kernel())
          && key.shape().equals(other.shape())
          && key.hardwareId().equals(other.hardwareId());
    }
  }

  @Override
  public void recorded(int partition, long offset, RecordedEvent event) {
    lock.lock();
    try {
      if (event.event() instanceof DomainEvent.TrialsImported imported) {
        loops.add(event.loopId());
        add(imported);
      } else if (event.event() instanceof DomainEvent.TrialsForgotten undone) {
        loops.add(event.loopId());
        forgotten.add(undone.key().id());
        imports.remove(undone.key().id());
      }
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void add(DomainEvent.TrialsImported event) {
    ImportedTrials trials = event.trials();
    if (!forgotten.contains(trials.key().id())) {
      imports.put(
          trials.key().id(),
          new Known(
              trials.key(),
              trials.contentSha256(),
              event.at(),
              trials.parameters(),
              trials.size()));
    }
  }

  @Override
  public void caughtUp() {
    lock.lock();
    try {
      caughtUp = true;
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** An import that was not forgotten. */
  Optional<Known> find(String importId) {
    return await(() -> caughtUp, () -> Optional.ofNullable(imports.get(importId)));
  }

  /** The import of the same content for the same kernel, machine and shape. */
  Optional<Known> twinOf(ImportedTrials trials) {
    return await(
        () -> caughtUp, () -> imports.values().stream().filter(it -> it.isOf(trials)).findFirst());
  }

  /** Ids of imports by the ids of their sets. */
  Map<String, String> importIds() {
    return await(
        () -> caughtUp,
        () -> {
          Map<String, String> ids = new LinkedHashMap<>();
          imports.forEach((id, known) -> ids.put(MemoryChange.setId(known.key()), id));
          return ids;
        });
  }

  /** Waits until the event of a loop is here. */
  void awaitEventOf(String loopId) {
    await(() -> loops.contains(loopId), () -> loopId);
  }

  private <T> T await(BooleanSupplier wanted, Supplier<T> supply) {
    long left = LOG_TIMEOUT.toNanos();
    lock.lock();
    try {
      while (!wanted.getAsBoolean() && left > 0) {
        left = grown.awaitNanos(left);
      }
      if (!wanted.getAsBoolean()) {
        throw new EvolveException(
            ErrorCode.LOG_UNAVAILABLE,
            "the log of record did not show within "
                + LOG_TIMEOUT.toSeconds()
                + " s what was imported; it may still do so, look again");
      }
      return supply.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    } finally {
      lock.unlock();
    }
  }
}
