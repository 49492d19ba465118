package dev.evolve.app.tune;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file of a journal: a line of JSON for what tuning it is, then one for everything that
 * happened, each on the disk before the tuning goes on. A line that a kill cut off is dropped when
 * the file is opened again. One process at a time has it open.
 */
final class JournalFile implements AutoCloseable {

  private static final int VERSION = 1;

  private final Path file;
  private final FileChannel channel;
  private final FileLock lock;

  /** The first line. */
  private record First(@Nullable Header tuning) {}

  private record Header(int version, List<String> identity) {}

  private JournalFile(Path file, FileChannel channel, FileLock lock) {
    this.file = file;
    this.channel = channel;
    this.lock = lock;
  }

  /** Takes in a line that was found. */
  interface Reader {
    /**
     * One line.
     *
     * @param index from 0, counted from the beginning of the file
     */
    void read(int index, String line);
  }

  /**
   * Opens a file, or begins one. The caller {@link #replay}s it next.
   *
   * @throws EvolveException if it is in use or cannot be used
   */
  static JournalFile open(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      return new JournalFile(file, channel, locked(file, channel));
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static FileLock locked(Path file, FileChannel channel) throws IOException {
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw new EvolveException(ErrorCode.CONFLICT, file + " is in use; another tuning runs there");
    }
    return lock;
  }

  private static EvolveException unusable(Path file, IOException e) {
    return new EvolveException(
        ErrorCode.OUT_OF_RESOURCES, "the journal " + file + " cannot be used: " + e, e);
  }

  /**
   * Reads what happened so far, or begins the file where there is nothing. Closes it if that fails.
   *
   * @param identity what makes it this tuning and no other
   * @throws EvolveException if the file is of another tuning or is damaged
   */
  void replay(List<String> identity, Reader reader) {
    try {
      List<String> lines = complete();
      if (lines.isEmpty()) {
        write(new First(new Header(VERSION, identity)));
      } else {
        check(lines.getFirst(), identity);
      }
      for (int i = 1; i < lines.size(); i++) {
        reader.read(i, lines.get(i));
      }
    } catch (IOException e) {
      close();
      throw unusable(file, e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<String> complete() throws IOException {
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    int end = whole.getBytes(StandardCharsets.UTF_8).length;
    channel.truncate(end);
    channel.position(end);
    return whole.lines().toList();
  }

  private void check(String line, List<String> identity) {
    Header header = parse(0, line, First.class).tuning();
    if (header == null || header.version() != VERSION) {
      throw damaged(0, "no tuning of version " + VERSION, null);
    }
    for (int i = 0; i < Math.max(identity.size(), header.identity().size()); i++) {
      String wanted = i < identity.size() ? identity.get(i) : "";
      String found = i < header.identity().size() ? header.identity().get(i) : "";
      if (!wanted.equals(found)) {
        throw new EvolveException(
            ErrorCode.CONFLICT,
            file
                + " is of another tuning: there '"
                + found
                + "', here '"
                + wanted
                + "'; give another --out, or --fresh to begin anew");
      }
    }
  }

  /**
   * A line as what it says.
   *
   * @throws EvolveException if it is no such line
   */
  <T> T parse(int index, String line, Class<T> type) {
    try {
      return Json.read(line, type);
    } catch (IllegalArgumentException e) {
      throw damaged(index, String.valueOf(e.getMessage()), e);
    }
  }

  /** Says that a line cannot be. */
  EvolveException damaged(int index, String why, @Nullable Exception cause) {
    String message = file + ", line " + (index + 1) + ": " + why;
    return new EvolveException(ErrorCode.DATA_CORRUPT, message, cause);
  }

  /** Adds a line; it is on the disk when this returns. */
  void write(Object line) {
    byte[] bytes = (Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }
}
