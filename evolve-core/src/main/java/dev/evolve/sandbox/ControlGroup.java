package dev.evolve.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control groups of one run. Closed once nothing runs in them any more.
 *
 * @param directories of the groups; empty where there are none
 */
record ControlGroup(List<Path> directories) implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlGroup.class);
  private static final int REMOVALS = 100;
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

  ControlGroup {
    directories = List.copyOf(directories);
  }

  /** The files that a process writes its id to in order to join. */
  List<String> joinFiles() {
    return directories.stream().map(group -> group.resolve("cgroup.procs").toString()).toList();
  }

  /** Whether the kernel killed anything in it for its memory. */
  boolean killedForMemory() {
    return directories.stream()
        .anyMatch(
            group ->
                counter(group.resolve("memory.oom_control"), "oom_kill ")
                    || counter(group.resolve("memory.events"), "oom_kill "));
  }

  private static boolean counter(Path file, String name) {
    try {
      return Files.exists(file)
          && Files.readAllLines(file).stream()
              .anyMatch(
                  line -> line.startsWith(name) && !line.substring(name.length()).equals("0"));
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes the groups; the kernel takes a moment after the last process. */
  @Override
  public void close() {
    for (Path group : directories) {
      for (int attempt = 0; attempt < REMOVALS && !removed(group); attempt++) {
        LockSupport.parkNanos(PAUSE_NS);
      }
      if (Files.exists(group)) {
        LOG.warn("control group {} could not be removed; the next start removes it", group);
      }
    }
  }

  static boolean removed(Path group) {
    try {
      return Files.deleteIfExists(group) || !Files.exists(group);
    } catch (IOException e) {
      return false;
    }
  }
}
