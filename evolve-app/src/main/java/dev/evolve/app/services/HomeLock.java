package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * Keeps a service's directory to one instance of Evolve. The system frees the lock when the process
 * ends, however it ends.
 */
final class HomeLock implements AutoCloseable {

  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock of a directory.
   *
   * @throws EvolveException CONFLICT if another instance holds it
   */
  static HomeLock acquire(Path directory) {
    Path file = directory.resolve("lock");
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        String owner = read(channel);
        channel.close();
        throw inUse(directory, owner);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
      return new HomeLock(channel);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED,
          "cannot lock " + file + ": " + e + "; make the directory writable",
          e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(32);
    channel.read(content, 0);
    return new String(content.array(), 0, content.position(), StandardCharsets.UTF_8);
  }

  private static EvolveException inUse(Path directory, String owner) {
    return new EvolveException(
        ErrorCode.CONFLICT,
        directory
            + " is in use by another Evolve"
            + (owner.isBlank() ? "" : " (process " + owner.strip() + ")")
            + "; stop that one, or set EVOLVE_HOME to another directory");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
