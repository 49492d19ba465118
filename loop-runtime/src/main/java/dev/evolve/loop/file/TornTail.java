package dev.evolve.loop.file;

import java.io.IOException;

/**
 * Tells what a kill or a power cut leaves at the end of the log from damage to what was
 * acknowledged.
 *
 * <p>A group is written only when the one before it is durable. So a group behind a bad record
 * proves that the bad record was acknowledged: damage. Within the last group a power cut may leave
 * any of its sectors unwritten, and these read as zeros; a bad record before good ones without such
 * a hole is damage as well.
 */
final class TornTail {

  private static final int SECTOR = 512;
  private static final int SMALLEST_HOLE = 32;

  private final SegmentReader reader;
  private final long bad;
  private final long next;

  private TornTail(SegmentReader reader, long bad, long next) {
    this.reader = reader;
    this.bad = bad;
    this.next = next;
  }

  /**
   * Returns if the last segment may be cut off at a bad record.
   *
   * @param reader reads the last segment of the log
   * @param bad where the bad record begins
   * @param next the number that its step would have
   * @throws CorruptStoreException if acknowledged steps are damaged
   */
  static void requireTorn(SegmentReader reader, long bad, long next) throws IOException {
    new TornTail(reader, bad, next).require();
  }

  private void require() throws IOException {
    boolean hole = hasHole();
    for (long place = bad + 1; place <= reader.size() - Layout.BODY; place++) {
      int bytes = follower(place);
      if (bytes > 0) {
        if (!hole || reader.typeAt(place) == Layout.GROUP) {
          throw damage(place);
        }
        place += bytes - 1;
      }
    }
  }

  private int follower(long place) throws IOException {
    int bytes = reader.recordAt(place);
    if (bytes == 0) {
      return 0;
    }
    long ahead = reader.sequenceAt(place) - next;
    return ahead >= 0 && ahead <= reader.size() - bad ? bytes : 0;
  }

  private CorruptStoreException damage(long follower) {
    return new CorruptStoreException(
        reader.identity().path(),
        bad,
        "a damaged record, and whole ones behind it (at byte "
            + follower
            + "): acknowledged steps from "
            + next
            + " on are damaged. Check the disk; bring the directory back from a copy, or move it"
            + " away to begin anew");
  }

  /** Whether a stretch of zeros up to the borders of sectors lies over the bad record. */
  private boolean hasHole() throws IOException {
    long claimed = sectorBehind(bad + reader.claimedBytes(bad));
    long end = Math.min(reader.size(), Math.max(claimed, sectorBehind(bad + 1) + SECTOR));
    for (long from = bad; from < end; ) {
      long to = Math.min(end, sectorBehind(from + 1));
      boolean longEnough = from == bad || to - from >= SMALLEST_HOLE;
      if (longEnough && reader.isZero(from, to)) {
        return true;
      }
      from = to;
    }
    return false;
  }

  private static long sectorBehind(long place) {
    return (place + SECTOR - 1) / SECTOR * SECTOR;
  }
}
