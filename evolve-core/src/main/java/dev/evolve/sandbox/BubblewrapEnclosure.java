package dev.evolve.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Encloses commands with bubblewrap, for root and for plain users. */
final class BubblewrapEnclosure implements Enclosure {

  @Override
  public String technology() {
    return "bubblewrap";
  }

  @Override
  public List<String> protections() {
    return NAMESPACE_PROTECTIONS;
  }

  /** What every enclosure of namespaces gives. */
  static final List<String> NAMESPACE_PROTECTIONS =
      List.of(
          "no-network",
          "read-only-root",
          "private-tmp",
          "private-processes",
          "private-ipc",
          "private-hostname",
          "no-capabilities",
          "no-new-privileges",
          "clean-environment",
          "dies-with-service");

  /** Where namespaces show the launcher. */
  static final String LAUNCHER = "/run/evolve-launch";

  @Override
  public List<String> missing() {
    return List.of();
  }

  @Override
  public String pathOf(Path launcher) {
    return LAUNCHER;
  }

  @Override
  public List<String> enclose(
      SandboxCommand command, List<String> inner, RunDirectory session, List<Path> launcher) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("bwrap", "--unshare-all", "--die-with-parent", "--new-session"));
    line.addAll(List.of("--cap-drop", "ALL", "--hostname", "sandbox", "--clearenv"));
    InnerEnvironment.of(command)
        .forEach((name, value) -> line.addAll(List.of("--setenv", name, value)));
    View.system().forEach(path -> line.addAll(systemPath(path)));
    String size = Long.toString(command.limits().memoryBytes());
    line.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
    line.addAll(List.of("--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
    line.addAll(List.of("--size", size, "--tmpfs", "/tmp"));
    View.of(command).forEach(view -> line.addAll(shown(view)));
    launcher.forEach(path -> line.addAll(List.of("--ro-bind", path.toString(), LAUNCHER)));
    if (!launcher.isEmpty()) {
      line.add("--as-pid-1");
    }
    line.addAll(List.of("--remount-ro", "/", "--chdir", command.directory().toString(), "--"));
    line.addAll(inner);
    return line;
  }

  private static List<String> shown(View view) {
    String path = view.path().toString();
    return List.of(view.writable() ? "--bind" : "--ro-bind", path, path);
  }

  private static List<String> systemPath(Path path) {
    try {
      return Files.isSymbolicLink(path)
          ? List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString())
          : List.of("--ro-bind", path.toString(), path.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
