package dev.evolve.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.sandbox.Sandboxes.Choice;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the sandbox from a second Java program that belongs to a user without rights. */
class SandboxAsPlainUserTest {

  private static final int NOBODY = 65534;

  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void holdsForAUserWithoutRights(Choice choice) throws Exception {
    assumeTrue(isRoot(), "only root can become another user");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv is not installed");
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path state = Files.createDirectory(temporary.resolve("state"));
    Files.setAttribute(state, "unix:uid", NOBODY);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> line = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534"));
    line.addAll(List.of("--clear-groups", java.toString(), "-XX:TieredStopAtLevel=1", "-cp"));
    line.addAll(List.of(copyOfClassPath(), Tried.class.getName(), choice.name(), state.toString()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(!said.contains("does not hold"), said);
    assertThat(said.lines().filter(l -> l.startsWith("> ")))
        .containsExactly(
            "> EXITED 0 contained",
            "> usage true",
            "> SIGNALLED 134 ",
            "> TIMED_OUT 137 ",
            "> processes limited true",
            "> root mentioned false");
  }

  /** What that program does. */
  static final class Tried {

    private Tried() {}

    public static void main(String[] arguments) throws Exception {
      Path state = Path.of(arguments[1]);
      Sandbox sandbox;
      try {
        sandbox = Sandboxes.detect(state, Choice.valueOf(arguments[0]), InstantSource.system());
      } catch (dev.evolve.error.EvolveException e) {
        System.out.println("does not hold: " + e.getMessage());
        return;
      }
      Path work = Files.createDirectories(state.resolve("work"));
      String look =
          "ls -A " + state + " | grep -v work; echo x > made && test -s made && echo contained";
      SandboxResult result = sandbox.run(command(work, look));
      print(result);
      Long peak = result.usage().peakRssBytes();
      System.out.println("> usage " + (peak != null && peak > 100_000));
      print(sandbox.run(command(work, "kill -ABRT $$")));
      print(sandbox.run(command(work, "(sleep 60 &) ; sleep 60")));
      SandboxResult many = sandbox.run(command(work, "for i in $(seq 40); do sleep 1 & done"));
      System.out.println("> processes limited " + many.standardError().contains("fork"));
      System.out.println(
          "> root mentioned " + sandbox.missing().stream().anyMatch(l -> l.contains("as root")));
    }

    private static void print(SandboxResult result) {
      System.out.println(
          "> " + result.ending() + " " + result.exitCode() + " " + result.standardOutput().strip());
      System.out.println(result.standardError());
    }

    private static SandboxCommand command(Path work, String script) {
      return new SandboxCommand(
          List.of("sh", "-c", script),
          work,
          List.of(),
          List.of(work),
          new TreeMap<>(),
          new SandboxLimits(Duration.ofSeconds(3), 256L << 20, 16, 1L << 20, 4096),
          null);
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  /** The classes and libraries that the program needs, where anybody can read them. */
  private String copyOfClassPath() throws IOException {
    Path copies = Files.createDirectory(temporary.resolve("classes"));
    List<String> entries = new ArrayList<>();
    List<Path> sources =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(path -> path.toString().matches(".*(classes|jackson|slf4j|jspecify).*"))
            .toList();
    for (Path source : sources) {
      Path copy = copies.resolve(entries.size() + "-" + source.getFileName());
      copy(source, copy);
      entries.add(copy.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void copy(Path source, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = copy.resolve(source.relativize(file).toString());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
