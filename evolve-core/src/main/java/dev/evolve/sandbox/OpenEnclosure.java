package dev.evolve.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Encloses nothing. Only for code that its user trusts, and only when asked for by name. */
final class OpenEnclosure implements Enclosure {

  @Override
  public String technology() {
    return "unprotected";
  }

  @Override
  public List<String> protections() {
    return List.of("clean-environment");
  }

  @Override
  public List<String> missing() {
    return List.of(
        "Nothing is enclosed: commands reach the network, every file and every process of the user"
            + " that runs Evolve.");
  }

  @Override
  public String pathOf(Path launcher) {
    return launcher.toString();
  }

  @Override
  public List<String> enclose(
      SandboxCommand command, List<String> inner, RunDirectory session, List<Path> launcher) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "sh"));
    line.addAll(List.of(command.directory().toString(), "env", "-i"));
    line.addAll(InnerEnvironment.assignments(command));
    line.addAll(inner);
    return line;
  }
}
