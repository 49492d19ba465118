package dev.evolve.search.replay;

import dev.evolve.search.format.KernelTunerCache;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Measured spaces from files, for what is run by hand. */
public final class MeasuredSpaces {

  private MeasuredSpaces() {}

  /** Every cache file below some directories, separated by commas. */
  public static List<Path> files(String directories) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String directory : directories.split(",")) {
      try (Stream<Path> all = Files.walk(Path.of(directory))) {
        all.filter(file -> file.toString().endsWith(".json.gz")).sorted().forEach(files::add);
      }
    }
    return files;
  }

  /** A space, named after its folder and its file. */
  public static MeasuredSpace read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
        Reader reader = new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8)) {
      Path parent = file.toAbsolutePath().getParent();
      String name =
          (parent == null ? "" : parent.getFileName() + "/")
              + file.getFileName().toString().replace(".json.gz", "");
      return MeasuredSpace.of(name, KernelTunerCache.read(reader, name));
    }
  }
}
