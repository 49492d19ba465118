package dev.evolve.loop.file;

import dev.evolve.loop.file.StoreFile.Role;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes batches to the log, a segment after the other. The commit thread's. */
final class LogWriter implements Closeable {

  private final Disk disk;
  private final Path directory;
  private final Catalog catalog;
  private final LongConsumer ended;
  private @Nullable SegmentWriter segment;
  private long number;

  /**
   * @param ended told the last step of a segment that has ended
   */
  LogWriter(Disk disk, Path directory, Catalog catalog, LongConsumer ended) {
    this.disk = disk;
    this.directory = directory;
    this.catalog = catalog;
    this.ended = ended;
  }

  /** Writes a batch; it is durable when this returns. */
  void write(Batch batch) throws IOException {
    SegmentWriter writer = segment;
    if (writer == null || batch.segment() != number) {
      writer = next(writer, batch.segment());
    }
    writer.append(batch.bytes());
    writer.sync();
    catalog.grow(writer.bytes());
  }

  @Override
  public void close() throws IOException {
    if (segment != null) {
      segment.close();
    }
  }

  private SegmentWriter next(@Nullable SegmentWriter previous, long first) throws IOException {
    if (previous != null) {
      previous.close();
    }
    StoreFile file = StoreFile.in(directory, Role.LOG, first);
    SegmentWriter writer = SegmentWriter.create(disk, file.path(), file);
    segment = writer;
    number = first;
    writer.sync();
    disk.syncDirectory(directory);
    catalog.addLog(file, writer.bytes());
    if (previous != null) {
      ended.accept(first - 1);
    }
    return writer;
  }
}
