package dev.evolve.app.cli;

import dev.evolve.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Where the service of a home listens, written by the service once it is ready.
 *
 * @param pid its process
 * @param url its base URL, without a slash at the end
 */
public record ServiceFile(long pid, String url) {

  private static final String NAME = "service.json";

  /** The running service of a home, if there is one. */
  static Optional<ServiceFile> find(Path home) {
    Path file = home.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      ServiceFile found = Json.read(Files.readString(file), ServiceFile.class);
      return ProcessHandle.of(found.pid()).filter(ProcessHandle::isAlive).map(alive -> found);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Says where this service listens. */
  public static void write(Path home, ServiceFile service) {
    try {
      Files.createDirectories(home);
      Path next = home.resolve(NAME + ".new");
      Files.writeString(next, Json.write(service));
      Files.move(
          next,
          home.resolve(NAME),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes back what {@link #write} said. */
  public static void delete(Path home) {
    try {
      Files.deleteIfExists(home.resolve(NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
