package dev.evolve.sandbox;

import dev.evolve.json.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first process inside a sandbox: a small C program, compiled once for each version of its
 * source, that limits the command, sees its whole tree off and reports what it used.
 *
 * @param program the compiled program
 */
record Launcher(Path program) {

  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
  private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
  private static final int COMPILE_SECONDS = 60;

  /** The compiled launcher, made now if need be; empty if no compiler can make it. */
  static Optional<Launcher> obtain(Path directory) {
    String source = Resources.text("/native/evolve-launch.c");
    Path home = directory.resolve(Digests.sha256(source).substring(0, 16));
    Path program = home.resolve("evolve-launch");
    if (Files.isExecutable(program)) {
      return Optional.of(new Launcher(program));
    }
    try {
      Files.createDirectories(home);
      Path file = Files.writeString(home.resolve("evolve-launch.c"), source);
      return compile(file, program) ? Optional.of(new Launcher(program)) : Optional.empty();
    } catch (IOException e) {
      LOG.warn("cannot build the launcher in {}: {}", home, e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean compile(Path source, Path program) throws IOException {
    Path made = Files.createTempFile(program.getParent(), "made-", "");
    try {
      for (String compiler : COMPILERS) {
        // Static where the C library allows: it starts faster and its image is smaller.
        for (List<String> linking : List.of(List.of("-static"), List.<String>of())) {
          if (succeeds(compilation(compiler, linking, source, made))) {
            Files.move(made, program, StandardCopyOption.ATOMIC_MOVE);
            return true;
          }
        }
      }
      return false;
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private static List<String> compilation(
      String compiler, List<String> linking, Path source, Path made) {
    List<String> command = new ArrayList<>(List.of(compiler, "-std=c11", "-O2"));
    command.addAll(linking);
    command.addAll(List.of("-o", made.toString(), source.toString()));
    return command;
  }

  private static boolean succeeds(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The command line inside that runs a command under limits.
   *
   * @param path where the launcher is seen from inside
   * @param memoryByGroup whether a control group limits the memory already
   */
  static List<String> limited(String path, SandboxCommand command, boolean memoryByGroup) {
    SandboxLimits limits = command.limits();
    List<String> line = new ArrayList<>(List.of(path));
    if (!memoryByGroup) {
      // The watch is what holds; the hard limit catches what grows faster than it looks.
      line.addAll(List.of("--watch", Long.toString(limits.memoryBytes())));
      line.addAll(List.of("--data", Long.toString(2 * limits.memoryBytes())));
    }
    line.addAll(List.of("--processes", Integer.toString(limits.processes())));
    line.addAll(List.of("--file", Long.toString(limits.fileBytes())));
    command.pinnedCpu().ifPresent(cpu -> line.addAll(List.of("--cpu", Integer.toString(cpu))));
    line.add("--");
    line.addAll(command.command());
    return line;
  }

  /** The same without a launcher, by util-linux, as far as that goes. */
  static List<String> limitedWithout(SandboxCommand command) {
    SandboxLimits limits = command.limits();
    List<String> line = new ArrayList<>(List.of("prlimit", "--core=0", "--nofile=1024"));
    line.add("--data=" + limits.memoryBytes());
    line.add("--nproc=" + limits.processes());
    line.add("--fsize=" + limits.fileBytes());
    command
        .pinnedCpu()
        .ifPresent(cpu -> line.addAll(List.of("taskset", "-c", Integer.toString(cpu))));
    line.addAll(command.command());
    return line;
  }
}
