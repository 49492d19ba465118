package dev.evolve.canary.process;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.measure.Arm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The directories of one canary: each arm's artifact in a directory of its own, and each arm's
 * socket in another with a short name, since the path of a Unix socket has about a hundred bytes.
 * Made anew for each start; what an earlier process left is removed first.
 */
final class CanaryWorkspace {

  private static final String SOCKET_PREFIX = "evc";
  private static final int MAXIMUM_SOCKET_PATH_BYTES = 100;
  private static final String NOTE = "sockets";

  private final Path directory;
  private final Path sockets;

  private CanaryWorkspace(Path directory, Path sockets) {
    this.directory = directory;
    this.sockets = sockets;
  }

  static CanaryWorkspace create(Path root, Path socketRoot, String canaryId) {
    Path directory = directory(root, canaryId);
    try {
      removeLeftOvers(root, socketRoot, canaryId);
      Files.createDirectories(directory);
      Path sockets = Files.createTempDirectory(socketRoot, SOCKET_PREFIX);
      Files.writeString(directory.resolve(NOTE), sockets.toString());
      CanaryWorkspace workspace = new CanaryWorkspace(directory, sockets);
      for (Arm arm : Arm.values()) {
        Files.createDirectories(workspace.directory(arm));
        Files.createDirectories(workspace.socketDirectory(arm));
        workspace.checkLength(workspace.socket(arm));
      }
      return workspace;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES,
          "canary %s could not make its directories under %s and %s: %s"
              .formatted(canaryId, root, socketRoot, e.getMessage()),
          e);
    }
  }

  private static Path directory(Path root, String canaryId) {
    return root.resolve(Digests.sha256(canaryId).substring(0, 16));
  }

  private void checkLength(Path socket) {
    int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > MAXIMUM_SOCKET_PATH_BYTES) {
      remove();
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES,
          "the path of a Unix socket has at most %d bytes, but %s has %d: choose a shorter directory"
              .formatted(MAXIMUM_SOCKET_PATH_BYTES, socket, length));
    }
  }

  /** Removes what is left of a canary, if anything is. */
  static void removeLeftOvers(Path root, Path socketRoot, String canaryId) {
    Path directory = directory(root, canaryId);
    Path sockets = noted(directory.resolve(NOTE), socketRoot);
    if (sockets != null) {
      delete(sockets);
    }
    delete(directory);
  }

  private static @Nullable Path noted(Path note, Path socketRoot) {
    try {
      Path sockets = Path.of(Files.readString(note).strip()).normalize();
      boolean ours =
          socketRoot.equals(sockets.getParent())
              && sockets.getFileName().toString().startsWith(SOCKET_PREFIX)
              && !Files.isSymbolicLink(sockets);
      return ours ? sockets : null;
    } catch (IOException | IllegalArgumentException ignored) {
      return null;
    }
  }

  Path directory(Arm arm) {
    return directory.resolve(arm.name().toLowerCase(Locale.ROOT));
  }

  Path socketDirectory(Arm arm) {
    return sockets.resolve(arm == Arm.BASELINE ? "b" : "c");
  }

  Path socket(Arm arm) {
    return socketDirectory(arm).resolve("s");
  }

  /** Where an arm's artifact lies: at the path that it has in the pack. */
  Path artifact(Arm arm, String path) {
    Path root = directory(arm);
    Path file = root.resolve(path).normalize();
    if (!file.startsWith(root) || file.equals(root)) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "an artifact must lie within the pack, and '" + path + "' does not");
    }
    return file;
  }

  void remove() {
    delete(sockets);
    delete(directory);
  }

  private static void delete(Path path) {
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (NoSuchFileException ignored) {
      // Nothing to delete.
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "could not remove " + path + ": " + e.getMessage(), e);
    }
  }

  /** Deletes a tree without following links. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
