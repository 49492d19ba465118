package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.FencedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a directory for one process. The operating system lets go of it when the process ends,
 * however it ends; the file stays, as deleting it would let two owners lock two files of one name.
 */
final class OwnerLock implements AutoCloseable {

  private static final String NAME = "lock";

  private final FileChannel channel;

  private OwnerLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes a directory.
   *
   * @throws FencedException if another owner has it
   */
  static OwnerLock acquire(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock(channel, directory);
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new OwnerLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static void lock(FileChannel channel, Path directory) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      throw taken(directory, e);
    }
    if (lock == null) {
      throw taken(directory, null);
    }
  }

  private static FencedException taken(Path directory, @Nullable Throwable cause)
      throws IOException {
    String pid = Files.readString(directory.resolve(NAME)).strip();
    return new FencedException(
        "the checkpoint store in "
            + directory
            + " is in use by process "
            + (pid.isEmpty() ? "(unknown)" : pid)
            + "; end that process, or use another directory",
        cause == null ? new IOException("the lock is held by another process") : cause);
  }
}
