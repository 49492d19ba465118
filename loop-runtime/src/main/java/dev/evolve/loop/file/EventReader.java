package dev.evolve.loop.file;

import dev.evolve.loop.file.Catalog.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads the events of steps out of files. */
final class EventReader {

  private final Consumer<StoredStep> taker;
  private long last;

  private EventReader(Consumer<StoredStep> taker) {
    this.taker = taker;
  }

  /**
   * Reads files in their order. A step that two files hold, as after a compaction that failed
   * half-way, is given once.
   */
  static void read(Disk disk, List<Entry> entries, Consumer<StoredStep> taker) throws IOException {
    EventReader events = new EventReader(taker);
    for (Entry entry : entries) {
      try (SegmentReader reader = SegmentReader.open(disk, entry.file(), entry.bytes())) {
        events.read(reader);
      } catch (BadRecordException e) {
        throw new CorruptStoreException(entry.file().path(), e.offset(), e.found());
      }
    }
  }

  private void read(SegmentReader reader) throws IOException {
    List<String[]> loops = new ArrayList<>();
    while (reader.next()) {
      if (reader.type() == Layout.DEFINE) {
        loops.add(new String[] {reader.loopId(), reader.kind()});
      } else if (reader.type() == Layout.STEP && reader.hasEvents()) {
        take(reader, loops.get(reader.loop()));
      }
    }
  }

  private void take(SegmentReader reader, String[] loop) throws IOException {
    if (reader.sequence() > last) {
      last = reader.sequence();
      taker.accept(
          new StoredStep(
              last, loop[0], loop[1], reader.stepIndex(), EventCodec.decode(reader.events())));
    }
  }
}
