package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.Status;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Reads the records of one file in their order, each checked before it is given out. One thread's.
 */
final class SegmentReader implements Closeable {

  private static final int WINDOW = 1 << 20;

  private final StoreFile identity;
  private final DiskFile file;
  private final long size;
  private final Checksum checksum;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private long windowStart;
  private long windowEnd;
  private long offset = Layout.FILE_HEADER;
  private int bytes;
  private int at;

  private SegmentReader(StoreFile identity, DiskFile file, long size) {
    this.identity = identity;
    this.file = file;
    this.size = size;
    this.checksum = new Checksum(identity.role(), identity.number());
  }

  /** Opens a file and checks its header. */
  static SegmentReader open(Disk disk, StoreFile identity) throws IOException {
    return open(disk, identity, Long.MAX_VALUE);
  }

  /**
   * Opens a file and checks its header.
   *
   * @param limit where reading ends, if the file goes on behind it
   * @throws BadRecordException if the file is no longer than a header and holds none
   * @throws CorruptStoreException if the header is not what it should be
   */
  static SegmentReader open(Disk disk, StoreFile identity, long limit) throws IOException {
    DiskFile file = disk.open(identity.path());
    try {
      SegmentReader reader = new SegmentReader(identity, file, Math.min(file.size(), limit));
      reader.checkHeader();
      return reader;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Goes to the next record; false at the end of the file.
   *
   * @throws BadRecordException if what is there is no whole record
   */
  boolean next() throws IOException {
    offset += bytes;
    bytes = 0;
    if (offset == size) {
      return false;
    }
    int found = recordAt(offset);
    if (found == 0) {
      throw new BadRecordException(offset, "no whole record, or its checksum does not match");
    }
    bytes = found;
    at = (int) (offset - windowStart);
    return true;
  }

  /** Has {@link #next} go to the record at a place. */
  void seek(long place) {
    offset = place;
    bytes = 0;
  }

  /** Length of the whole record at a place of the file; 0 if there is none. */
  int recordAt(long place) throws IOException {
    long left = size - place;
    if (left < Layout.BODY) {
      return 0;
    }
    int start = have(place, Layout.BODY);
    int length = window.getInt(start + Layout.LENGTH);
    if (length < Layout.BODY - Layout.COUNTED || length > left - Layout.COUNTED) {
      return 0;
    }
    int whole = Layout.COUNTED + length;
    if (window.getShort(start + Layout.ZERO) != 0 || !isOfItsKind(place, whole)) {
      return 0;
    }
    start = have(place, whole);
    int sum = checksum.of(window, start, whole, place);
    window.clear();
    return sum == window.getInt(start + Layout.CRC) ? whole : 0;
  }

  /** How long the record at a place says that it is; 1 if that cannot be. */
  long claimedBytes(long place) throws IOException {
    long left = size - place;
    if (left < Layout.BODY) {
      return 1;
    }
    int length = window.getInt(have(place, Layout.BODY) + Layout.LENGTH);
    return length < 0 || length > left - Layout.COUNTED ? 1 : Layout.COUNTED + length;
  }

  /** Whether all bytes of a range of the file are zero. */
  boolean isZero(long from, long to) throws IOException {
    int start = have(from, (int) (to - from));
    for (int i = start; i < start + (int) (to - from); i++) {
      if (window.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The type of the record at a place where {@link #recordAt} found one. */
  byte typeAt(long place) throws IOException {
    return window.get(have(place, Layout.BODY) + Layout.TYPE);
  }

  /** The step number of the record at a place where {@link #recordAt} found one. */
  long sequenceAt(long place) throws IOException {
    return window.getLong(have(place, Layout.BODY) + Layout.SEQUENCE);
  }

  StoreFile identity() {
    return identity;
  }

  /** Where the present record begins. */
  long offset() {
    return offset;
  }

  /** Length of the present record. */
  int bytes() {
    return bytes;
  }

  long size() {
    return size;
  }

  byte type() {
    return window.get(at + Layout.TYPE);
  }

  Status status() {
    return Objects.requireNonNull(Layout.status(window.get(at + Layout.STATUS)));
  }

  long sequence() {
    return window.getLong(at + Layout.SEQUENCE);
  }

  int loop() {
    return window.getInt(at + Layout.LOOP);
  }

  String loopId() {
    return text(Layout.ID, window.getInt(at + Layout.ID_LENGTH));
  }

  String kind() {
    int start = Layout.ID + window.getInt(at + Layout.ID_LENGTH);
    return text(start, bytes - start);
  }

  long stepIndex() {
    return window.getLong(at + Layout.STEP_INDEX);
  }

  byte[] state() {
    return copy(Layout.STATE, window.getInt(at + Layout.STATE_LENGTH));
  }

  boolean hasEvents() {
    return Layout.STATE + window.getInt(at + Layout.STATE_LENGTH) < bytes;
  }

  byte[] events() {
    int start = Layout.STATE + window.getInt(at + Layout.STATE_LENGTH);
    return copy(start, bytes - start);
  }

  /** How many steps the file holds, as its end tells. */
  long count() {
    return window.getLong(at + Layout.BODY);
  }

  /** What to throw for a present record that is whole but out of place. */
  CorruptStoreException misplaced(String found) {
    return new CorruptStoreException(identity.path(), offset, found);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private boolean isOfItsKind(long place, int whole) throws IOException {
    int start = have(place, Math.min(whole, Layout.STATE));
    return switch (window.get(start + Layout.TYPE)) {
      case Layout.GROUP -> whole == Layout.BODY;
      case Layout.END -> whole == Layout.END_BYTES;
      case Layout.DEFINE -> holds(start, whole, Layout.ID_LENGTH, Layout.ID);
      case Layout.STEP ->
          holds(start, whole, Layout.STATE_LENGTH, Layout.STATE)
              && Layout.status(window.get(start + Layout.STATUS)) != null;
      default -> false;
    };
  }

  private boolean holds(int start, int whole, int lengthAt, int contentAt) {
    if (whole < contentAt) {
      return false;
    }
    int length = window.getInt(start + lengthAt);
    return length >= 0 && length <= whole - contentAt;
  }

  private String text(int from, int length) {
    return new String(window.array(), at + from, length, StandardCharsets.UTF_8);
  }

  private byte[] copy(int from, int length) {
    byte[] copy = new byte[length];
    window.get(at + from, copy);
    return copy;
  }

  /** Has so many bytes of the file in the window; returns where in it they begin. */
  private int have(long place, int length) throws IOException {
    long end = place + length;
    if (place < windowStart || end > windowEnd) {
      fill(place, length);
    }
    return (int) (place - windowStart);
  }

  private void fill(long place, int length) throws IOException {
    int wanted = (int) Math.min(Math.max(length, WINDOW), size - place);
    if (window.capacity() < wanted) {
      window = ByteBuffer.allocate(Math.max(wanted, (int) Math.min(WINDOW, size)));
    }
    window.clear().limit(wanted);
    windowStart = place;
    while (window.hasRemaining()) {
      if (file.read(window, place + window.position()) < 0) {
        throw new EOFException(identity.path() + " became shorter while it was read");
      }
    }
    windowEnd = place + wanted;
    window.clear();
  }

  private void checkHeader() throws IOException {
    if (size < Layout.FILE_HEADER) {
      throw new BadRecordException(0, "the file is shorter than its header");
    }
    have(0, Layout.FILE_HEADER);
    if (window.getLong(0) != Layout.MAGIC) {
      throw badHeader("this is no file of a checkpoint store");
    }
    int version = window.getInt(Layout.FILE_VERSION);
    if (version > Layout.VERSION) {
      throw new CorruptStoreException(
          identity.path(),
          Layout.FILE_VERSION,
          "the file has format version "
              + version
              + ", and this program reads up to "
              + Layout.VERSION
              + "; use the newer program that wrote it, or another directory");
    }
    if (window.getInt(Layout.FILE_CRC) != Checksum.ofHeader(window)) {
      throw badHeader("the checksum of the header does not match");
    }
    if (version != Layout.VERSION
        || window.getInt(Layout.FILE_ROLE) != identity.role().code()
        || window.getLong(Layout.FILE_NUMBER) != identity.number()) {
      throw new CorruptStoreException(
          identity.path(), 0, "the header is that of another file; was it renamed or copied?");
    }
  }

  private IOException badHeader(String found) {
    if (size <= Layout.FILE_HEADER) {
      return new BadRecordException(0, found);
    }
    throw new CorruptStoreException(identity.path(), 0, found);
  }
}
