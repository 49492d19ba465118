package dev.evolve.loop.file;

import dev.evolve.loop.file.LoopTable.Place;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the steps at given places. */
final class StepReader {

  private StepReader() {}

  /**
   * Reads steps in the order of their places, which should be that of the files.
   *
   * @throws CorruptStoreException if a place holds no whole step any more
   */
  static void read(Disk disk, List<Place> places, Taker taker) throws IOException {
    SegmentReader reader = null;
    try {
      for (Place place : places) {
        reader = at(disk, place, reader);
        taker.take(
            place,
            new Checkpoint(
                place.loopId, place.kind, reader.stepIndex(), reader.status(), reader.state()));
      }
    } finally {
      if (reader != null) {
        reader.close();
      }
    }
  }

  private static SegmentReader at(Disk disk, Place place, @Nullable SegmentReader previous)
      throws IOException {
    SegmentReader reader = previous;
    if (reader == null || !reader.identity().equals(place.file())) {
      if (reader != null) {
        reader.close();
      }
      reader = SegmentReader.open(disk, place.file());
    }
    reader.seek(place.offset());
    try {
      if (!reader.next()) {
        throw reader.misplaced("the file became shorter while it was read");
      }
    } catch (BadRecordException e) {
      throw reader.misplaced(e.found());
    }
    return reader;
  }

  /** Takes what is read. */
  interface Taker {
    void take(Place place, Checkpoint checkpoint) throws IOException;
  }
}
