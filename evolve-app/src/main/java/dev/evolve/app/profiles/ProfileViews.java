package dev.evolve.app.profiles;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.Origin;
import dev.evolve.profile.PackFacts;
import dev.evolve.profile.ProfileAnswer;
import dev.evolve.profile.ProfileBook;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileFilter;
import dev.evolve.profile.ProfileFold;
import dev.evolve.profile.ProfileLookup;
import dev.evolve.profile.ProfileQuestion;
import dev.evolve.profile.ProfileRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The database of profiles as the log has it, in memory: made again from the log at each start, and
 * therefore never apart from it. Thread-safe. Nothing is answered before the whole log has been
 * read, since a build would take the baseline for the best that is known.
 */
public final class ProfileViews implements EventFeed.Listener {

  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final ProfileBook book;
  private final ProfileFold fold;
  private final ProfileLookup lookup;
  private final HardwareProfile here;
  private final InstantSource clock;
  private final Map<String, Long> newestOfLoop = new HashMap<>();
  private boolean caughtUp;

  /**
   * @param rules what makes a profile stale
   * @param here this machine
   * @param clock what ages are counted to
   */
  public ProfileViews(ProfileRules rules, HardwareProfile here, InstantSource clock) {
    this.book = new ProfileBook(rules);
    this.fold = new ProfileFold(book);
    this.lookup = new ProfileLookup(book, here);
    this.here = here;
    this.clock = clock;
  }

  @Override
  public void recorded(int partition, long offset, RecordedEvent event) {
    lock.lock();
    try {
      if (newestOfLoop.getOrDefault(event.loopId(), -1L) >= event.sequence()) {
        return;
      }
      newestOfLoop.put(event.loopId(), event.sequence());
      fold.apply(event.event());
      grown.signalAll();
    } finally {
      lock.unlock();
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

  /**
   * Answers which configuration to use.
   *
   * @throws EvolveException NOT_FOUND if the pack is not known, LOG_UNAVAILABLE while the log is
   *     being read
   */
  public ProfileAnswer lookup(ProfileQuestion question) {
    return read(() -> lookup.answer(question, now()));
  }

  /** Profiles that match, those that serve first. */
  public List<ProfileEntry> entries(ProfileFilter filter) {
    return read(() -> book.entries(filter, now()));
  }

  /** A profile. */
  public Optional<ProfileEntry> find(String id) {
    return read(() -> book.find(id, now()));
  }

  /** The code that a profile can be measured again on. */
  public Optional<Origin> origin(String id) {
    return read(() -> book.origin(id));
  }

  /** A pack as it was last declared. */
  public Optional<PackFacts> pack(String name) {
    return read(() -> book.pack(name));
  }

  /** A machine by the id of its profile or unit; this machine for an empty id. */
  public Optional<HardwareProfile> machine(String id) {
    return id.isBlank() ? Optional.of(here) : read(() -> book.machine(id));
  }

  /** The time that ages are counted to. */
  public Instant now() {
    return clock.instant();
  }

  /** Waits until everything that was in the log at the start is here. */
  public void awaitCaughtUp() {
    await(() -> caughtUp, "all that it holds");
  }

  /** True once an event of a loop is here. */
  boolean hasEventOf(String loopId) {
    lock.lock();
    try {
      return newestOfLoop.containsKey(loopId);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the first event of a loop is here.
   *
   * @throws EvolveException LOG_UNAVAILABLE if it does not come in time
   */
  void awaitFirstEventOf(String loopId) {
    await(() -> newestOfLoop.containsKey(loopId), "the outcome; it may still come, look again");
  }

  private <T> T read(Supplier<T> supply) {
    lock.lock();
    try {
      if (!caughtUp) {
        throw new EvolveException(
            ErrorCode.LOG_UNAVAILABLE,
            "the log of record is still being read; ask again in a few seconds");
      }
      return supply.get();
    } finally {
      lock.unlock();
    }
  }

  private void await(Supplier<Boolean> wanted, String what) {
    long left = LOG_TIMEOUT.toNanos();
    lock.lock();
    try {
      while (!wanted.get() && left > 0) {
        left = grown.awaitNanos(left);
      }
      if (!wanted.get()) {
        throw new EvolveException(
            ErrorCode.LOG_UNAVAILABLE,
            "the log of record did not show within " + LOG_TIMEOUT.toSeconds() + " s " + what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    } finally {
      lock.unlock();
    }
  }
}
