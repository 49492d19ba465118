package dev.evolve.app.serving.http;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a Unix domain socket.
 *
 * @param path where it lies
 */
record SocketFile(Path path) {

  private static final Logger LOG = LoggerFactory.getLogger(SocketFile.class);

  /**
   * Longest path that every system takes: {@code sun_path} has 108 bytes on Linux, 104 on macOS.
   */
  private static final int LONGEST = 103;

  /**
   * Makes way for a socket: one that a dead server left is removed.
   *
   * @throws EvolveException if the path cannot be a socket
   */
  static SocketFile prepare(Path path) {
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "the path of a socket may have at most %d bytes; %s has more".formatted(LONGEST, path));
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      removeStale(path);
    }
    return new SocketFile(path);
  }

  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(path);
  }

  private static void removeStale(Path path) {
    try {
      if (!isSocket(path)) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, path + " exists and is not a socket; choose another path");
      }
      if (isAnswered(path)) {
        throw new EvolveException(
            ErrorCode.PORT_IN_USE, "another server listens on " + path + "; stop it first");
      }
      Files.delete(path);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "cannot use " + path + " as a socket: " + e.getMessage(), e);
    }
  }

  private static boolean isSocket(Path path) throws IOException {
    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return (mode & 0170000) == 0140000;
  }

  private static boolean isAnswered(Path path) {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  void remove() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("the socket {} could not be removed: {}", path, e.getMessage());
    }
  }
}
