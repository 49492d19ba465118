package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the newest step of every loop that goes on lies, found by reading files in their order.
 * Holds no states, so its size does not grow with theirs.
 */
final class LoopTable {

  private final Map<String, Place> live = new HashMap<>();

  /**
   * Takes in a file of the catalog; a snapshot must be the first.
   *
   * @param observer is shown every step of a log
   * @throws CorruptStoreException if it is not whole
   */
  void add(Disk disk, Catalog.Entry entry, StepObserver observer) throws IOException {
    try (SegmentReader reader = SegmentReader.open(disk, entry.file(), entry.bytes())) {
      if (entry.isSnapshot()) {
        addSnapshot(reader);
      } else {
        addLog(reader, observer);
      }
    } catch (BadRecordException e) {
      throw new CorruptStoreException(entry.file().path(), e.offset(), e.found());
    }
  }

  /**
   * Takes in a snapshot, which must be the first file.
   *
   * @throws CorruptStoreException if it is not whole
   */
  void addSnapshot(SegmentReader reader) throws IOException {
    List<Place> loops = new ArrayList<>();
    long steps = 0;
    while (nextOrRefuse(reader)) {
      switch (reader.type()) {
        case Layout.DEFINE -> define(reader, loops);
        case Layout.STEP -> {
          step(reader, loops);
          steps++;
        }
        default -> {
          requireEnd(reader, steps);
          return;
        }
      }
    }
    throw reader.misplaced("the snapshot has no end");
  }

  /**
   * Takes in a segment of the log.
   *
   * @param observer is shown every step
   * @return the number that the next step has
   * @throws BadRecordException at the first record that is not whole; those before it are taken in
   * @throws CorruptStoreException if a record is out of place
   */
  long addLog(SegmentReader reader, StepObserver observer) throws IOException {
    List<Place> loops = new ArrayList<>();
    long next = reader.identity().number();
    while (reader.next()) {
      requireNext(reader, next);
      switch (reader.type()) {
        case Layout.DEFINE -> define(reader, loops);
        case Layout.STEP -> {
          observer.step(step(reader, loops), reader);
          next++;
        }
        case Layout.GROUP -> {
          // It only tells what was made durable together.
        }
        default -> throw reader.misplaced("a log holds no record of type " + reader.type());
      }
    }
    return next;
  }

  /** Places of the newest steps, in the order of the steps. */
  List<Place> places() {
    List<Place> places = new ArrayList<>(live.values());
    places.sort(Comparator.comparingLong(place -> place.sequence));
    return places;
  }

  private static boolean nextOrRefuse(SegmentReader reader) throws IOException {
    try {
      return reader.next();
    } catch (BadRecordException e) {
      throw reader.misplaced(e.found());
    }
  }

  private static void requireNext(SegmentReader reader, long next) {
    if (reader.sequence() != next) {
      throw reader.misplaced("step " + next + " is expected, and " + reader.sequence() + " found");
    }
  }

  private static void requireEnd(SegmentReader reader, long steps) throws IOException {
    if (reader.type() != Layout.END || reader.count() != steps) {
      throw reader.misplaced("the snapshot does not end after " + steps + " steps as it should");
    }
    if (nextOrRefuse(reader)) {
      throw reader.misplaced("there is something behind the end of the snapshot");
    }
  }

  private static void define(SegmentReader reader, List<Place> loops) {
    if (reader.loop() != loops.size()) {
      throw reader.misplaced("loop " + loops.size() + " is to be defined, not " + reader.loop());
    }
    loops.add(new Place(reader.loopId(), reader.kind(), reader.bytes()));
  }

  private Place step(SegmentReader reader, List<Place> loops) {
    if (reader.loop() < 0 || reader.loop() >= loops.size()) {
      throw reader.misplaced("loop " + reader.loop() + " is not defined");
    }
    Place place = loops.get(reader.loop());
    if (reader.status() == Status.RUNNING) {
      place.moveTo(reader);
      live.put(place.loopId, place);
    } else {
      live.remove(place.loopId);
    }
    return place;
  }

  /** Sees the steps of a log while they are read. */
  interface StepObserver {

    /** Sees nothing. */
    StepObserver NONE = (place, reader) -> {};

    /** Sees a step that the reader stands at. */
    void step(Place place, SegmentReader reader) throws IOException;
  }

  /** Where a loop's newest step lies. */
  static final class Place {
    final String loopId;
    final String kind;
    private final int defineBytes;
    private StoreFile file = NOWHERE;
    private long sequence;
    private long offset;
    private int stepBytes;

    private static final StoreFile NOWHERE = new StoreFile(Path.of(""), StoreFile.Role.LOG, 0);

    Place(String loopId, String kind, int defineBytes) {
      this.loopId = loopId;
      this.kind = kind;
      this.defineBytes = defineBytes;
    }

    private void moveTo(SegmentReader reader) {
      file = reader.identity();
      sequence = reader.sequence();
      offset = reader.offset();
      stepBytes = reader.bytes();
    }

    StoreFile file() {
      return file;
    }

    long sequence() {
      return sequence;
    }

    long offset() {
      return offset;
    }

    /** Bytes that the loop takes in a snapshot, or a little more. */
    int liveBytes() {
      return defineBytes + stepBytes;
    }
  }
}
