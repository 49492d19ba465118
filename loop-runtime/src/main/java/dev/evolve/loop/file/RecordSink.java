package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes a file beside the log that counts only once it is whole: under another name first, then
 * made durable, then renamed.
 */
final class RecordSink implements Closeable {

  private static final int BUFFER = 1 << 20;

  private final Disk disk;
  private final StoreFile identity;
  private final SegmentWriter writer;
  private ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private int loops;
  private long steps;

  private RecordSink(Disk disk, StoreFile identity, SegmentWriter writer) {
    this.disk = disk;
    this.identity = identity;
    this.writer = writer;
  }

  static RecordSink begin(Disk disk, StoreFile identity) throws IOException {
    return new RecordSink(
        disk, identity, SegmentWriter.create(disk, identity.unfinished(), identity));
  }

  /** Writes a step as the only one of its loop in this file, or as one with a define of its own. */
  void write(long sequence, Checkpoint step, byte[] events) throws IOException {
    byte[] id = step.loopId().getBytes(StandardCharsets.UTF_8);
    byte[] kind = step.kind().getBytes(StandardCharsets.UTF_8);
    have(Layout.defineBytes(id, kind) + Layout.stepBytes(step.state().length, events.length));
    Layout.putDefine(buffer, sequence, loops, id, kind);
    Layout.putStep(buffer, sequence, loops, step, events);
    loops++;
    steps++;
  }

  /** Ends the file, makes it durable and gives it its name; returns its size. */
  long finish(Path directory) throws IOException {
    have(Layout.END_BYTES);
    Layout.putEnd(buffer, identity.number(), steps);
    flush();
    writer.sync();
    writer.close();
    disk.rename(identity.unfinished(), identity.path());
    disk.syncDirectory(directory);
    return writer.bytes();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private void have(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
      if (buffer.capacity() < bytes) {
        buffer = ByteBuffer.allocate(bytes);
      }
    }
  }

  private void flush() throws IOException {
    writer.append(buffer);
    buffer.clear();
  }
}
