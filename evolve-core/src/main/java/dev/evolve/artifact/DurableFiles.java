package dev.evolve.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/** Writes files so that after a crash there is the old content or the new one, never half of it. */
final class DurableFiles {

  private static final Set<PosixFilePermission> READ_ONLY =
      PosixFilePermissions.fromString("r--r--r--");
  private static final Set<PosixFilePermission> PROGRAM =
      PosixFilePermissions.fromString("r-xr-xr-x");

  private DurableFiles() {}

  /** Copies a stream into a new, flushed file beside {@code target}; returns it with its hash. */
  static Draft draft(InputStream content, Path target) throws IOException {
    Path directory = parent(target);
    Files.createDirectories(directory);
    Path file = Files.createTempFile(directory, ".draft-", "");
    MessageDigest digest = sha256();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      OutputStream out = Channels.newOutputStream(channel);
      byte[] buffer = new byte[64 * 1024];
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        digest.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return new Draft(file, HexFormat.of().formatHex(digest.digest()));
  }

  /** Moves a flushed file over its target and flushes the directory. */
  static void put(Path draft, Path target) throws IOException {
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    flushDirectory(parent(target));
  }

  static void flushDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Nobody writes the file any more; everybody may read it, and run it if it is a program. */
  static void seal(Path file, boolean program) throws IOException {
    Files.setPosixFilePermissions(file, program ? PROGRAM : READ_ONLY);
  }

  static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " has no directory");
    }
    return parent;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * A file that is complete but not yet in its place.
   *
   * @param file where it is
   * @param sha256 hash of its content
   */
  record Draft(Path file, String sha256) {}
}
