package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/**
 * A directory for a measurement, on the disk of the checkout: one for temporary files may lie in
 * memory, where a sync costs nothing.
 */
final class Scratch {

  private Scratch() {}

  /** Works in a fresh directory, which is gone afterwards. */
  static <T> T within(BenchSetting setting, Work<T> work) {
    try {
      Path beneath = Files.createDirectories(setting.source().resolve("target").resolve("bench"));
      Path directory = Files.createTempDirectory(beneath, "store");
      try {
        return work.in(directory);
      } finally {
        FileSystemUtils.deleteRecursively(directory);
      }
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "the store could not be measured: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  /** What is done in the directory. */
  interface Work<T> {
    T in(Path directory) throws IOException, InterruptedException;
  }
}
