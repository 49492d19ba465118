package dev.evolve.loop.file;

import dev.evolve.loop.file.StoreFile.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that make up the store now. Thread-safe. */
final class Catalog {

  private @Nullable Entry snapshot;
  private final List<StoreFile> events = new ArrayList<>();
  private final List<Entry> logs = new ArrayList<>();

  /** Adds a segment of the log, the newest. */
  synchronized void addLog(StoreFile file, long bytes) {
    logs.add(new Entry(file, bytes));
  }

  /** The newest segment has grown to so many durable bytes. */
  synchronized void grow(long bytes) {
    logs.set(logs.size() - 1, new Entry(logs.getLast().file(), bytes));
  }

  synchronized void addEvents(StoreFile file) {
    events.add(file);
  }

  synchronized void setSnapshot(StoreFile file, long bytes) {
    snapshot = new Entry(file, bytes);
  }

  /** Takes a snapshot in, and what it replaces out; returns the latter. */
  synchronized List<StoreFile> replaceBy(StoreFile file, long bytes) {
    List<StoreFile> replaced = through(file.number()).stream().map(Entry::file).toList();
    logs.removeIf(log -> log.file().number() <= file.number());
    snapshot = new Entry(file, bytes);
    return replaced;
  }

  /** The snapshot, if any, and the segments that begin at or below a step, in their order. */
  synchronized List<Entry> through(long sequence) {
    Stream<Entry> first = Stream.ofNullable(snapshot);
    return Stream.concat(first, logs.stream().filter(log -> log.file().number() <= sequence))
        .toList();
  }

  /** Files with the events of steps, in their order. */
  synchronized List<Entry> withEvents() {
    Stream<Entry> old = events.stream().map(file -> new Entry(file, Long.MAX_VALUE));
    return Stream.concat(old, logs.stream()).toList();
  }

  /** Bytes of the snapshot and the log. */
  synchronized long bytes() {
    return through(Long.MAX_VALUE).stream().mapToLong(Entry::bytes).sum();
  }

  /** Number of segments of the log. */
  synchronized int segments() {
    return logs.size();
  }

  /**
   * A file.
   *
   * @param file which
   * @param bytes how far it is durable
   */
  record Entry(StoreFile file, long bytes) {

    boolean isSnapshot() {
      return file.role() == Role.SNAPSHOT;
    }
  }
}
