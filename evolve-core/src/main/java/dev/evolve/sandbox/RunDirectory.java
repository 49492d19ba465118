package dev.evolve.sandbox;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The private directory of one run, never visible inside: the launcher's report, and an empty
 * directory to build a root on.
 *
 * @param path the directory
 */
record RunDirectory(Path path) implements AutoCloseable {

  static RunDirectory create(Path parent) {
    try {
      RunDirectory created =
          new RunDirectory(Files.createTempDirectory(Files.createDirectories(parent), "run-"));
      Files.createDirectory(created.root());
      return created;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SANDBOX_UNAVAILABLE,
          "cannot make a directory for a run in " + parent + ": " + e.getMessage(),
          e);
    }
  }

  Path report() {
    return path.resolve("report");
  }

  Path root() {
    return path.resolve("root");
  }

  /** What the launcher reported; empty if it did not come to that. */
  String readReport() {
    try {
      return Files.exists(report())
          ? Files.readString(report(), StandardCharsets.US_ASCII).strip()
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(report());
      Files.deleteIfExists(root());
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // An empty directory that stays is no harm; the next start of the service clears it away.
    }
  }
}
