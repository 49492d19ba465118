package dev.evolve.sandbox;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * A path of the outside that is seen inside, at its own place.
 *
 * @param path absolute and normalised
 * @param writable whether it may be written
 */
record View(Path path, boolean writable) {

  /** What the system itself shows, as far as this machine has it. */
  private static final List<Path> SYSTEM =
      List.of(
          Path.of("/usr"),
          Path.of("/bin"),
          Path.of("/sbin"),
          Path.of("/lib"),
          Path.of("/lib32"),
          Path.of("/lib64"),
          Path.of("/libx32"),
          Path.of("/nix/store"),
          Path.of("/gnu/store"),
          Path.of("/etc/alternatives"),
          Path.of("/etc/ld.so.cache"),
          Path.of("/etc/ld.so.conf"),
          Path.of("/etc/ld.so.conf.d"),
          Path.of("/etc/localtime"));

  /** The system's directories, each read-only; links are kept as links. */
  static List<Path> system() {
    return SYSTEM.stream().filter(path -> Files.exists(path)).toList();
  }

  /** What a command asks to see, parents before children. */
  static List<View> of(SandboxCommand command) {
    TreeMap<Path, Boolean> views = new TreeMap<>();
    command.readable().forEach(path -> views.put(checked(path), false));
    command.writable().forEach(path -> views.put(checked(path), true));
    Path directory = checked(command.directory());
    if (views.keySet().stream().noneMatch(directory::startsWith)) {
      views.put(directory, false);
    }
    List<View> sorted = new ArrayList<>();
    views.forEach((path, writable) -> sorted.add(new View(path, writable)));
    sorted.sort(
        Comparator.comparingInt((View view) -> view.path().getNameCount())
            .thenComparing(View::path));
    return List.copyOf(sorted);
  }

  private static Path checked(Path path) {
    if (!path.isAbsolute() || path.getNameCount() == 0 || !path.equals(path.normalize())) {
      throw new IllegalArgumentException(
          "a sandbox shows absolute, normalised paths below the root, not " + path);
    }
    if (!Files.exists(path)) {
      throw new EvolveException(
          ErrorCode.SANDBOX_UNAVAILABLE, "a sandbox was to show " + path + ", which is not there");
    }
    return path;
  }
}
