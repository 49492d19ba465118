package dev.evolve.loop.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. */
interface DiskFile extends Closeable {

  /** Writes all of {@code bytes} behind what was appended before. */
  void append(ByteBuffer bytes) throws IOException;

  /** Makes what was appended, and the file's length, durable. */
  void sync() throws IOException;

  /** Reads at a position as {@link java.nio.channels.FileChannel#read(ByteBuffer, long)} does. */
  int read(ByteBuffer into, long position) throws IOException;

  long size() throws IOException;

  void truncate(long size) throws IOException;
}
