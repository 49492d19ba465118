package dev.evolve.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The environment inside: four names of ours and what the command asks for, nothing inherited. */
final class InnerEnvironment {

  private InnerEnvironment() {}

  static SortedMap<String, String> of(SandboxCommand command) {
    TreeMap<String, String> environment = new TreeMap<>();
    environment.put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin");
    environment.put("HOME", "/tmp");
    environment.put("TMPDIR", "/tmp");
    environment.put("LANG", "C.UTF-8");
    environment.putAll(command.environment());
    return environment;
  }

  /** As arguments of {@code env}. */
  static List<String> assignments(SandboxCommand command) {
    List<String> assignments = new ArrayList<>();
    of(command).forEach((name, value) -> assignments.add(name + "=" + value));
    return assignments;
  }
}
