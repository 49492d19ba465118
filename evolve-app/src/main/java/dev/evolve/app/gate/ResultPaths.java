package dev.evolve.app.gate;

import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultFormat;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import dev.evolve.results.ResultSource.Part;
import dev.evolve.results.UnreadableResultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads result files from disk. A directory of Criterion is one source; any other directory stands
 * for the files in it, by name.
 */
public final class ResultPaths {

  private static final int DEEPEST = 12;

  private ResultPaths() {}

  /**
   * Reads files and directories.
   *
   * @throws UnreadableResultException saying which and what is wrong
   */
  public static List<ResultFile> read(List<Path> paths, @Nullable ResultFormat format) {
    List<ResultFile> files = new ArrayList<>();
    for (Path path : paths) {
      for (ResultSource source : sources(path)) {
        files.add(ResultReaders.read(source, format));
      }
    }
    return files;
  }

  private static List<ResultSource> sources(Path path) {
    if (Files.isRegularFile(path)) {
      return List.of(ResultSource.of(path.toString(), text(path, path)));
    }
    if (!Files.isDirectory(path)) {
      throw new UnreadableResultException(path.toString(), "", "no such file or directory");
    }
    List<Path> criterion = files(path, DEEPEST).stream().filter(ResultPaths::isOfNewRun).toList();
    if (!criterion.isEmpty()) {
      return List.of(new ResultSource(path.toString(), parts(path, criterion)));
    }
    return files(path, 1).stream()
        .map(file -> ResultSource.of(file.toString(), text(path, file)))
        .toList();
  }

  private static boolean isOfNewRun(Path file) {
    Path parent = file.getParent();
    String name = file.getFileName().toString();
    boolean isNew =
        parent != null && parent.getFileName() != null && parent.endsWith(Path.of("new"));
    return isNew && name.endsWith(".json");
  }

  private static List<Part> parts(Path directory, List<Path> files) {
    return files.stream()
        .map(file -> new Part(directory.relativize(file).toString(), text(directory, file)))
        .toList();
  }

  private static List<Path> files(Path directory, int depth) {
    try (Stream<Path> walk = Files.walk(directory, depth)) {
      List<Path> found = walk.filter(Files::isRegularFile).sorted().toList();
      if (found.isEmpty()) {
        throw new UnreadableResultException(
            directory.toString(), "", "wanted result files, found an empty directory");
      }
      return found;
    } catch (IOException e) {
      throw new UnreadableResultException(directory.toString(), "", "cannot be read: " + e);
    }
  }

  private static String text(Path source, Path file) {
    try {
      long size = Files.size(file);
      if (size > ResultReaders.LARGEST) {
        throw new UnreadableResultException(
            source.toString(),
            file.getFileName().toString(),
            "wanted at most %d bytes, found %d; give fewer runs a file"
                .formatted(ResultReaders.LARGEST, size));
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException notText) {
      throw new UnreadableResultException(
          file.toString(), "", "wanted UTF-8 text, found other bytes");
    } catch (IOException e) {
      throw new UnreadableResultException(file.toString(), "", "cannot be read: " + e);
    }
  }
}
