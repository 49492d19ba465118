package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Where the recorded measurements are: the directory that the setting names, or the series that the
 * project ships.
 */
final class GatesData {

  static final long SEED = 20261130;
  private static final int PAIRS = 2000;
  private static final int QUICK_PAIRS = 200;

  private final Path directory;
  private final boolean quick;

  GatesData(BenchSetting setting) {
    this.directory =
        setting.dataDirectory().orElse(setting.source().resolve("bench-data/perf-series"));
    this.quick = setting.quick();
  }

  /** Draws of a data set. */
  int pairs() {
    return quick ? QUICK_PAIRS : PAIRS;
  }

  /** True if a data set is there; some may not be passed on and are not shipped. */
  boolean has(String file) {
    return Files.isRegularFile(directory.resolve(file));
  }

  /** A data set's file, such as {@code kayenta/classifier-cases.json}. */
  Path file(String file) {
    Path path = directory.resolve(file);
    if (!Files.isRegularFile(path)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "no "
              + file
              + " under "
              + directory
              + "; give the directory of the recorded series with --data DIR");
    }
    return path;
  }

  /** The lines of a compressed file. */
  List<String> lines(String file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file(file))), StandardCharsets.UTF_8))) {
      return reader.readAllLines();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
