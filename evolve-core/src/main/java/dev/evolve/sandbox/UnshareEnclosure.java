package dev.evolve.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Encloses commands with util-linux alone: {@code unshare} makes the namespaces, a shell script
 * builds a root in them, {@code setpriv} gives up every capability.
 */
final class UnshareEnclosure implements Enclosure {

  private final String enter = Resources.text("/sandbox/enter.sh");
  private final boolean userNamespace;

  /**
   * @param userNamespace whether to make a user namespace; only root can do without
   */
  UnshareEnclosure(boolean userNamespace) {
    this.userNamespace = userNamespace;
  }

  @Override
  public String technology() {
    return userNamespace ? "unshare" : "unshare-without-user-namespace";
  }

  @Override
  public List<String> protections() {
    return BubblewrapEnclosure.NAMESPACE_PROTECTIONS;
  }

  @Override
  public List<String> missing() {
    return userNamespace
        ? List.of()
        : List.of("User namespaces are off: uid 0 inside is uid 0 of this machine's namespace.");
  }

  @Override
  public String pathOf(Path launcher) {
    return BubblewrapEnclosure.LAUNCHER;
  }

  @Override
  public List<String> enclose(
      SandboxCommand command, List<String> inner, RunDirectory session, List<Path> launcher) {
    List<String> line = new ArrayList<>();
    line.add("unshare");
    if (userNamespace) {
      line.addAll(List.of("--user", "--map-root-user"));
    }
    line.addAll(List.of("--net", "--pid", "--ipc", "--uts", "--mount", "--fork", "--kill-child"));
    line.addAll(List.of("sh", "-c", enter, "enter.sh", session.root().toString()));
    line.add(Long.toString(command.limits().memoryBytes()));
    View.system().forEach(path -> line.addAll(systemPath(path)));
    View.of(command).forEach(view -> line.addAll(shown(view)));
    launcher.forEach(
        path -> line.addAll(List.of("ro", path.toString(), BubblewrapEnclosure.LAUNCHER)));
    line.addAll(List.of("enter", command.directory().toString(), "env", "-i"));
    line.addAll(InnerEnvironment.assignments(command));
    if (launcher.isEmpty()) {
      // Process 1 must outlive the command, or the command itself would be process 1.
      line.addAll(List.of("sh", "-c", "\"$@\"; exit $?", "sh"));
    }
    line.addAll(inner);
    return line;
  }

  private static List<String> shown(View view) {
    String path = view.path().toString();
    return List.of(view.writable() ? "rw" : "ro", path, path);
  }

  private static List<String> systemPath(Path path) {
    try {
      return Files.isSymbolicLink(path)
          ? List.of("link", Files.readSymbolicLink(path).toString(), path.toString())
          : List.of("ro", path.toString(), path.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
