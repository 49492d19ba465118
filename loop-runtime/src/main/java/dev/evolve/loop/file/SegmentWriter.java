package dev.evolve.loop.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Writes one file of records. One thread's. */
final class SegmentWriter implements Closeable {

  private final DiskFile file;
  private final Checksum checksum;
  private long bytes;

  private SegmentWriter(DiskFile file, Checksum checksum) {
    this.file = file;
    this.checksum = checksum;
  }

  /** Creates a file under {@code path} that tells what {@code identity} is. */
  static SegmentWriter create(Disk disk, Path path, StoreFile identity) throws IOException {
    DiskFile file = disk.create(path);
    try {
      SegmentWriter writer =
          new SegmentWriter(file, new Checksum(identity.role(), identity.number()));
      writer.write(header(identity));
      return writer;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Writes whole records, from 0 to the position; sets their checksums. */
  void append(ByteBuffer records) throws IOException {
    records.flip();
    checksum.stamp(records, bytes);
    write(records);
  }

  void sync() throws IOException {
    file.sync();
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void write(ByteBuffer source) throws IOException {
    int length = source.remaining();
    file.append(source);
    bytes += length;
  }

  private static ByteBuffer header(StoreFile identity) {
    ByteBuffer header = ByteBuffer.allocate(Layout.FILE_HEADER);
    header.putLong(Layout.MAGIC).putInt(Layout.VERSION).putInt(identity.role().code());
    header.putLong(identity.number()).putInt(0).putInt(0);
    header.putInt(Layout.FILE_CRC, Checksum.ofHeader(header));
    return header.flip();
  }
}
