package dev.evolve.loop.file;

import dev.evolve.loop.file.LoopTable.StepObserver;
import dev.evolve.loop.file.StoreFile.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a directory into order after whatever ended its last owner: puts away what was left
 * unfinished or has been replaced, reads everything, and cuts a torn tail off. Whatever it is
 * interrupted at, it can be begun again.
 */
final class Recovery {

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Disk disk;
  private final Path directory;
  private final Catalog catalog = new Catalog();
  private final LoopTable table = new LoopTable();
  private long next = 1;

  private Recovery(Disk disk, Path directory) {
    this.disk = disk;
    this.directory = directory;
  }

  /**
   * Recovers a directory that the caller owns.
   *
   * @throws CorruptStoreException if acknowledged steps are damaged or missing
   */
  static Recovered recover(Disk disk, Path directory) throws IOException {
    return new Recovery(disk, directory).run();
  }

  private Recovered run() throws IOException {
    List<Path> found = disk.list(directory);
    List<StoreFile> files = found.stream().map(StoreFile::of).flatMap(Optional::stream).toList();
    Optional<StoreFile> snapshot =
        of(files, Role.SNAPSHOT).stream().max(Comparator.comparingLong(StoreFile::number));
    long covered = snapshot.map(StoreFile::number).orElse(0L);
    List<StoreFile> logs =
        of(files, Role.LOG).stream().filter(file -> file.number() > covered).toList();
    next = covered + 1;
    if (snapshot.isPresent()) {
      readSnapshot(snapshot.get());
    }
    readLogs(logs);
    putAway(found, files, covered);
    return new Recovered(catalog, table, next - 1);
  }

  private void readSnapshot(StoreFile file) throws IOException {
    try (SegmentReader reader = open(file)) {
      table.addSnapshot(reader);
      catalog.setSnapshot(file, reader.size());
    }
  }

  private void readLogs(List<StoreFile> logs) throws IOException {
    for (StoreFile file : logs) {
      if (file.number() != next) {
        throw new CorruptStoreException(
            file.path(),
            0,
            "the log goes on with step "
                + file.number()
                + ", but step "
                + next
                + " is the next: a file is missing. Bring the directory back from a copy");
      }
      if (file.equals(logs.getLast())) {
        readLast(file);
      } else {
        read(file);
      }
    }
  }

  private void read(StoreFile file) throws IOException {
    try (SegmentReader reader = open(file)) {
      next = table.addLog(reader, StepObserver.NONE);
      catalog.addLog(file, reader.size());
    } catch (BadRecordException e) {
      throw new CorruptStoreException(
          file.path(), e.offset(), e.found() + ", and this is not the last file of the log");
    }
  }

  private void readLast(StoreFile file) throws IOException {
    long size;
    try (SegmentReader reader = SegmentReader.open(disk, file)) {
      size = readToItsEnd(reader);
    } catch (BadRecordException e) {
      LOG.info("{} was begun and holds nothing yet; it is deleted", file.path());
      size = 0;
    }
    if (next == file.number()) {
      disk.delete(file.path());
      disk.syncDirectory(directory);
    } else {
      catalog.addLog(file, size);
    }
  }

  private long readToItsEnd(SegmentReader reader) throws IOException {
    StoreFile file = reader.identity();
    LastStep last = new LastStep(file.number());
    try {
      next = table.addLog(reader, last);
      return reader.size();
    } catch (BadRecordException e) {
      next = last.next;
      TornTail.requireTorn(reader, e.offset(), next);
      LOG.warn(
          "{}: {} bytes from byte {} on were being written when the last owner ended, and are cut"
              + " off; none of them was acknowledged",
          file.path(),
          reader.size() - e.offset(),
          e.offset());
      trim(file, e.offset());
      return e.offset();
    }
  }

  private void trim(StoreFile file, long size) throws IOException {
    try (DiskFile open = disk.open(file.path())) {
      open.truncate(size);
      open.sync();
    }
  }

  private SegmentReader open(StoreFile file) throws IOException {
    try {
      return SegmentReader.open(disk, file);
    } catch (BadRecordException e) {
      throw new CorruptStoreException(file.path(), e.offset(), e.found());
    }
  }

  private void putAway(List<Path> found, List<StoreFile> files, long covered) throws IOException {
    for (Path path : found) {
      if (StoreFile.isUnfinished(path)) {
        disk.delete(path);
      }
    }
    for (StoreFile file : files) {
      boolean live =
          switch (file.role()) {
            case LOG -> file.number() > covered;
            case SNAPSHOT -> file.number() == covered;
            case EVENTS -> file.number() <= covered;
          };
      if (!live) {
        disk.delete(file.path());
      } else if (file.role() == Role.EVENTS) {
        catalog.addEvents(file);
      }
    }
  }

  private static List<StoreFile> of(List<StoreFile> files, Role role) {
    return files.stream()
        .filter(file -> file.role() == role)
        .sorted(Comparator.comparingLong(StoreFile::number))
        .toList();
  }

  /** Remembers what number comes after the steps that were whole. */
  private static final class LastStep implements StepObserver {

    private long next;

    LastStep(long next) {
      this.next = next;
    }

    @Override
    public void step(LoopTable.Place place, SegmentReader reader) {
      next = reader.sequence() + 1;
    }
  }

  /**
   * What was found.
   *
   * @param catalog the files
   * @param table the loops that go on
   * @param lastSequence number of the last step
   */
  record Recovered(Catalog catalog, LoopTable table, long lastSequence) {}
}
