package dev.evolve.loop.cache;

import dev.evolve.loop.WorkPayload;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of one class. An entry is idle or pinned; a pinned one that is dropped can no longer
 * be found, and holds its share of the budget until its last pin is closed.
 */
final class CacheShelf {

  private final CacheClass declared;
  private final Map<CacheKey, Entry> idle = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<CacheKey, Entry> pinned = new HashMap<>();
  private long used;
  private long usedByIdle;
  private long hits;
  private long misses;
  private long evictions;
  private long refusals;
  private long dropped;

  CacheShelf(CacheClass declared) {
    this.declared = declared;
  }

  synchronized Optional<WorkPayload> get(CacheKey key) {
    return Optional.ofNullable(find(key)).map(Entry::value);
  }

  synchronized Optional<CacheManager.Pin> pin(CacheKey key) {
    Entry entry = find(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.pins++ == 0) {
      idle.remove(key);
      usedByIdle -= entry.size;
      pinned.put(key, entry);
    }
    return Optional.of(new EntryPin(entry));
  }

  /**
   * Keeps a value.
   *
   * @param staleness why a key is stale, or null; asked under the lock, so that a drop that comes
   *     later finds the entry
   */
  synchronized CacheAnswer put(
      CacheKey key, WorkPayload value, long size, Function<CacheKey, @Nullable String> staleness) {
    if (idle.containsKey(key) || pinned.containsKey(key)) {
      return new CacheAnswer.Kept();
    }
    String reason = staleness.apply(key);
    if (reason == null) {
      reason = noRoomFor(size);
    }
    if (reason != null) {
      refusals++;
      return new CacheAnswer.Refused(reason);
    }
    int evicted = makeRoomFor(size);
    idle.put(key, new Entry(key, value, size));
    usedByIdle += size;
    used += size;
    return new CacheAnswer.Stored(evicted);
  }

  synchronized int drop(Predicate<CacheKey> stale) {
    int before = idle.size() + pinned.size();
    for (Iterator<Entry> all = idle.values().iterator(); all.hasNext(); ) {
      Entry entry = all.next();
      if (stale.test(entry.key)) {
        all.remove();
        giveBack(entry);
      }
    }
    pinned.values().removeIf(entry -> stale.test(entry.key) && entry.drop());
    int gone = before - idle.size() - pinned.size();
    dropped += gone;
    return gone;
  }

  synchronized CacheUsage usage() {
    return new CacheUsage(
        idle.size() + pinned.size(),
        pinned.size(),
        used,
        declared.budget(),
        hits,
        misses,
        evictions,
        refusals,
        dropped);
  }

  private @Nullable Entry find(CacheKey key) {
    Entry held = pinned.get(key);
    Entry found = held == null ? idle.get(key) : held;
    if (found == null) {
      misses++;
    } else {
      hits++;
    }
    return found;
  }

  private @Nullable String noRoomFor(long size) {
    if (size > declared.budget()) {
      return declared.amount(size) + " exceed the budget of " + declared.name() + ": " + budget();
    }
    long held = used - usedByIdle;
    return size <= declared.budget() - held
        ? null
        : declared.amount(size)
            + " do not fit: pins hold "
            + declared.amount(held)
            + " of the budget of "
            + declared.name()
            + ": "
            + budget();
  }

  private String budget() {
    return declared.amount(declared.budget());
  }

  private int makeRoomFor(long size) {
    int evicted = 0;
    Iterator<Entry> oldest = idle.values().iterator();
    while (size > declared.budget() - used) {
      Entry entry = oldest.next();
      oldest.remove();
      giveBack(entry);
      evicted++;
    }
    evictions += evicted;
    return evicted;
  }

  private void giveBack(Entry entry) {
    usedByIdle -= entry.size;
    used -= entry.size;
  }

  private synchronized void unpin(Entry entry) {
    if (--entry.pins > 0) {
      return;
    }
    if (entry.dropped) {
      used -= entry.size;
    } else {
      pinned.remove(entry.key);
      idle.put(entry.key, entry);
      usedByIdle += entry.size;
    }
  }

  /** One value; guarded by the shelf. */
  private static final class Entry {
    private final CacheKey key;
    private final WorkPayload value;
    private final long size;
    private int pins;
    private boolean dropped;

    Entry(CacheKey key, WorkPayload value, long size) {
      this.key = key;
      this.value = value;
      this.size = size;
    }

    WorkPayload value() {
      return value;
    }

    boolean drop() {
      dropped = true;
      return true;
    }
  }

  private final class EntryPin implements CacheManager.Pin {
    private final Entry entry;
    private final AtomicBoolean closed = new AtomicBoolean();

    EntryPin(Entry entry) {
      this.entry = entry;
    }

    @Override
    public WorkPayload value() {
      if (closed.get()) {
        throw new IllegalStateException("the pin of " + entry.key.text() + " is closed");
      }
      return entry.value;
    }

    @Override
    public void close() {
      if (!closed.getAndSet(true)) {
        unpin(entry);
      }
    }
  }
}
