package dev.evolve.loop.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Checks records of one file by what they hold and where they lie. One thread's. */
final class Checksum {

  private final CRC32C crc = new CRC32C();
  private final long salt;

  Checksum(StoreFile.Role role, long number) {
    this.salt = mix(number * 4 + role.code());
  }

  /**
   * Sets the checksums of whole records from 0 to the limit, the first of them at {@code offset}.
   */
  void stamp(ByteBuffer records, long offset) {
    int end = records.limit();
    int at = 0;
    while (at < end) {
      int bytes = Layout.COUNTED + records.getInt(at + Layout.LENGTH);
      records.putInt(at + Layout.CRC, of(records, at, bytes, offset + at));
      at += bytes;
    }
    records.position(0);
  }

  /**
   * The checksum of a record; moves the buffer's position.
   *
   * @param buffer holds the record
   * @param at where in the buffer it begins
   * @param bytes its length
   * @param offset where in the file it begins
   */
  int of(ByteBuffer buffer, int at, int bytes, long offset) {
    int limit = buffer.limit();
    crc.reset();
    buffer.limit(at + bytes).position(at + Layout.LENGTH);
    crc.update(buffer);
    buffer.limit(limit);
    return (int) crc.getValue() ^ (int) (mix(salt + offset) >>> 32);
  }

  /** The checksum of a file header. */
  static int ofHeader(ByteBuffer header) {
    CRC32C crc = new CRC32C();
    crc.update(header.duplicate().limit(Layout.FILE_CRC).position(0));
    return (int) crc.getValue();
  }

  /** The finaliser of SplitMix64: spreads near numbers far. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
