package dev.evolve.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes control groups, version 1 or 2, where this machine lets us. What it can do was tried out,
 * with a real process, before it was made.
 */
final class ControlGroups {

  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
  private static final String PREFIX = "evolve-";
  private static final AtomicLong NUMBER = new AtomicLong();

  /** A directory in which groups can be made, and what they limit. */
  private record Parent(Path directory, boolean version2, boolean memory, boolean processes) {}

  private final List<Parent> parents;

  private ControlGroups(List<Parent> parents) {
    this.parents = List.copyOf(parents);
  }

  /** No control groups at all. */
  static ControlGroups none() {
    return new ControlGroups(List.of());
  }

  /** What this machine gives. */
  static ControlGroups detect() {
    return detect(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"));
  }

  static ControlGroups detect(Path mount, Path membership) {
    List<String> lines = lines(membership);
    Optional<Parent> unified = version2(mount, lines);
    if (unified.isPresent()) {
      return new ControlGroups(List.of(unified.get()));
    }
    List<Parent> found = new ArrayList<>();
    version1(mount, lines, "memory").ifPresent(found::add);
    version1(mount, lines, "pids").ifPresent(found::add);
    return new ControlGroups(found);
  }

  boolean limitMemory() {
    return parents.stream().anyMatch(Parent::memory);
  }

  boolean limitProcesses() {
    return parents.stream().anyMatch(Parent::processes);
  }

  /** Such as {@code cgroup v1}; empty without any. */
  String version() {
    return parents.isEmpty() ? "" : parents.getFirst().version2() ? "cgroup v2" : "cgroup v1";
  }

  /** A group for one run. */
  ControlGroup create(SandboxLimits limits) {
    List<Path> groups = new ArrayList<>();
    for (Parent parent : parents) {
      try {
        groups.add(create(parent, limits));
      } catch (IOException e) {
        LOG.warn("no control group in {}: {}", parent.directory(), e.getMessage());
      }
    }
    return new ControlGroup(groups);
  }

  private static Path create(Parent parent, SandboxLimits limits) throws IOException {
    String name = PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    Path group = Files.createDirectory(parent.directory().resolve(name));
    try {
      for (Map.Entry<String, String> setting : settings(parent, limits)) {
        set(group.resolve(setting.getKey()), setting.getValue());
      }
      limitSwap(group, parent, limits);
      return group;
    } catch (IOException e) {
      ControlGroup.removed(group);
      throw e;
    }
  }

  private static List<Map.Entry<String, String>> settings(Parent parent, SandboxLimits limits) {
    List<Map.Entry<String, String>> settings = new ArrayList<>();
    if (parent.memory()) {
      String file = parent.version2() ? "memory.max" : "memory.limit_in_bytes";
      settings.add(Map.entry(file, Long.toString(limits.memoryBytes())));
    }
    if (parent.processes()) {
      settings.add(
          Map.entry("pids.max", Integer.toString(limits.processes() + ENCLOSURE_PROCESSES)));
    }
    return settings;
  }

  /** The enclosure's own processes share the group. */
  private static final int ENCLOSURE_PROCESSES = 4;

  /** Memory that is swapped out is used all the same, where the kernel counts swap. */
  private static void limitSwap(Path group, Parent parent, SandboxLimits limits)
      throws IOException {
    Path swap =
        group.resolve(parent.version2() ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
    if (parent.memory() && Files.isWritable(swap)) {
      set(swap, parent.version2() ? "0" : Long.toString(limits.memoryBytes()));
    }
  }

  /** Writes a setting that the kernel offers; where it does not, no file is made. */
  private static void set(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardOpenOption.WRITE);
  }

  private static Optional<Parent> version1(Path mount, List<String> lines, String controller) {
    boolean memory = controller.equals("memory");
    Path root = mount.resolve(controller);
    return lines.stream()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
        .flatMap(parts -> List.of(under(root, parts[2]), root).stream())
        .map(directory -> new Parent(directory, false, memory, !memory))
        .filter(ControlGroups::works)
        .findFirst();
  }

  /**
   * The group that this process is in, or the nearest one above it, in which groups can be made.
   */
  private static Optional<Parent> version2(Path mount, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("0::"))
        .flatMap(line -> ancestors(mount, under(mount, line.substring(3))).stream())
        .filter(directory -> Files.exists(directory.resolve("cgroup.controllers")))
        .map(directory -> new Parent(directory, true, true, true))
        .filter(ControlGroups::works)
        .findFirst();
  }

  private static List<Path> ancestors(Path mount, Path directory) {
    List<Path> found = new ArrayList<>();
    for (Path at = directory; at != null && at.startsWith(mount); at = at.getParent()) {
      found.add(at);
    }
    return found;
  }

  private static Path under(Path mount, String path) {
    return mount.resolve(path.substring(Math.min(1, path.length()))).normalize();
  }

  /** Makes a group, lets a process join it and removes it; also what crashed runs left behind. */
  private static boolean works(Parent parent) {
    if (!Files.isDirectory(parent.directory()) || !Files.isWritable(parent.directory())) {
      return false;
    }
    removeLeftOvers(parent.directory());
    SandboxLimits limits = new SandboxLimits(Duration.ofSeconds(10), 64L << 20, 16, 1 << 20, 1024);
    try (ControlGroup group = new ControlGroup(List.of(create(parent, limits)))) {
      return joins(group.joinFiles().getFirst());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean joins(String file) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", "test -e \"$1\" && echo $$ > \"$1\"", "sh", file)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void removeLeftOvers(Path parent) {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + "*-*")) {
      for (Path group : groups) {
        String owner = group.getFileName().toString().split("-")[1];
        if (owner.matches("[0-9]{1,10}") && ProcessHandle.of(Long.parseLong(owner)).isEmpty()) {
          ControlGroup.removed(group);
        }
      }
    } catch (IOException e) {
      LOG.debug("cannot look for left-over control groups in {}: {}", parent, e.getMessage());
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
