package dev.evolve.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.error.EvolveException;
import dev.evolve.sandbox.Sandboxes.Choice;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What runs in a sandbox does not outlive whoever wanted it. */
class SandboxLifeTest {

  @TempDir Path home;

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void diesWithTheProgramThatStartedIt(Choice choice) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process program =
        new ProcessBuilder(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                choice.name(),
                home.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    assumeTrue("up".equals(line), "no such sandbox here: " + line);
    assertThat(sleepers("3610")).isNotEmpty();
    program.destroyForcibly().waitFor();
    for (int i = 0; i < 500 && !sleepers("3610").isEmpty(); i++) {
      Thread.sleep(10);
    }
    assertThat(sleepers("3610")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void diesWhenItsThreadIsInterrupted(Choice choice) throws Exception {
    Sandbox sandbox;
    try {
      sandbox = Sandboxes.detect(home, choice, InstantSource.system());
    } catch (EvolveException e) {
      assumeTrue(false, String.valueOf(e.getMessage()));
      return;
    }
    SandboxCommand command = sleep(Files.createDirectory(home.resolve("work")), "3611");
    AtomicReference<String> end = new AtomicReference<>("none");
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    end.set(sandbox.run(command).toString());
                  } catch (InterruptedException e) {
                    end.set("interrupted");
                  }
                });
    for (int i = 0; i < 1000 && sleepers("3611").isEmpty(); i++) {
      Thread.sleep(10);
    }
    thread.interrupt();
    thread.join();
    assertThat(end.get()).isEqualTo("interrupted");
    assertThat(sleepers("3611")).isEmpty();
    assertThat(home.resolve("runs")).isEmptyDirectory();
  }

  /** Starts a service and waits to be killed. */
  static final class Program {

    private Program() {}

    public static void main(String[] arguments) throws Exception {
      Path home = Path.of(arguments[1]);
      Sandbox sandbox;
      try {
        sandbox = Sandboxes.detect(home, Choice.valueOf(arguments[0]), InstantSource.system());
      } catch (EvolveException e) {
        System.out.println(e.getMessage());
        return;
      }
      Path work = Files.createDirectories(home.resolve("work"));
      SandboxProcess service = sandbox.start(sleep(work, "3610"));
      while (sleepers("3610").isEmpty() && service.isAlive()) {
        Thread.sleep(10);
      }
      System.out.println("up");
      Thread.sleep(Duration.ofMinutes(5));
    }
  }

  private static SandboxCommand sleep(Path work, String seconds) {
    return new SandboxCommand(
        List.of("sleep", seconds),
        work,
        List.of(),
        List.of(),
        new TreeMap<>(),
        new SandboxLimits(Duration.ofMinutes(5), 64L << 20, 8, 1L << 20, 4096),
        null);
  }

  private static List<ProcessHandle> sleepers(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("/sleep"))
        .filter(process -> process.info().commandLine().orElse("").endsWith(" " + seconds))
        .toList();
  }
}
