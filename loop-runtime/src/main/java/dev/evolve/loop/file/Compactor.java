package dev.evolve.loop.file;

import dev.evolve.loop.file.Catalog.Entry;
import dev.evolve.loop.file.LoopTable.Place;
import dev.evolve.loop.file.StoreFile.Role;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces ended segments of the log by a snapshot of the loops that go on. The events of these
 * segments are kept in a file of their own. At each moment the directory holds either everything
 * that is replaced or all that replaces it.
 */
final class Compactor {

  private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);
  private static final byte[] NO_EVENTS = {};

  private final Disk disk;
  private final Path directory;
  private final Catalog catalog;
  private volatile boolean cancelled;

  Compactor(Disk disk, Path directory, Catalog catalog) {
    this.disk = disk;
    this.directory = directory;
    this.catalog = catalog;
  }

  /**
   * Replaces the snapshot and the segments up to a step that is the last of its segment.
   *
   * @throws CorruptStoreException if one of them is damaged; all stay as they are
   */
  void compact(long through) throws IOException {
    requireWanted();
    LoopTable table = new LoopTable();
    StoreFile snapshot = StoreFile.in(directory, Role.SNAPSHOT, through);
    try (EventKeeper events = new EventKeeper(through)) {
      for (Entry entry : catalog.through(through)) {
        table.add(disk, entry, events);
      }
      events.finish();
      long bytes = write(snapshot, table);
      events.keep();
      catalog.replaceBy(snapshot, bytes).forEach(this::deleteReplaced);
    }
  }

  private void deleteReplaced(StoreFile file) {
    try {
      disk.delete(file.path());
    } catch (IOException e) {
      LOG.warn("{} counts for nothing any more but could not be deleted", file.path(), e);
    }
  }

  /** Has a compaction that is under way give up soon. */
  void cancel() {
    cancelled = true;
  }

  private long write(StoreFile snapshot, LoopTable table) throws IOException {
    try (RecordSink sink = RecordSink.begin(disk, snapshot)) {
      StepReader.read(
          disk,
          table.places(),
          (place, step) -> {
            requireWanted();
            sink.write(place.sequence(), step, NO_EVENTS);
          });
      return sink.finish(directory);
    } finally {
      disk.delete(snapshot.unfinished());
    }
  }

  private void requireWanted() throws IOException {
    if (cancelled) {
      throw new IOException("the store is being closed");
    }
  }

  /** Copies the events of steps into a file that is begun with the first of them. */
  private final class EventKeeper implements LoopTable.StepObserver, AutoCloseable {

    private static final byte[] NO_STATE = {};

    private final StoreFile file;
    private @Nullable RecordSink sink;
    private boolean kept;

    EventKeeper(long through) {
      this.file = StoreFile.in(directory, Role.EVENTS, through);
    }

    @Override
    public void step(Place place, SegmentReader reader) throws IOException {
      requireWanted();
      if (reader.hasEvents()) {
        RecordSink open = sink == null ? RecordSink.begin(disk, file) : sink;
        sink = open;
        Checkpoint step =
            new Checkpoint(place.loopId, place.kind, reader.stepIndex(), reader.status(), NO_STATE);
        open.write(reader.sequence(), step, reader.events());
      }
    }

    /** Makes the events durable, before the snapshot takes their steps' place. */
    void finish() throws IOException {
      if (sink != null) {
        sink.finish(directory);
      }
    }

    /** The snapshot is there: from now on the events are these. */
    void keep() {
      if (sink != null) {
        kept = true;
        catalog.addEvents(file);
      }
    }

    @Override
    public void close() throws IOException {
      if (sink != null && !kept) {
        sink.close();
        disk.delete(file.unfinished());
        disk.delete(file.path());
      }
    }
  }
}
