package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopAtExitTest {

  @TempDir private Path directory = Path.of("replaced by JUnit");

  @Test
  void stopsOnceWhenItIsClosed() {
    List<String> stopped = new ArrayList<>();
    StopAtExit stopping = StopAtExit.of(() -> stopped.add("stopped"));
    assertThat(stopped).isEmpty();

    stopping.close();
    stopping.close();

    assertThat(stopped).containsExactly("stopped");
  }

  @Test
  void stopsOnceWhenTheProcessIsInterrupted() throws Exception {
    Path stopped = directory.resolve("stopped");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Interrupted.class.getName(),
                stopped.toString())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("runs");
      assertThat(stopped).doesNotExist();
      process.destroy();
      process.waitFor();
      assertThat(Files.readString(stopped)).isEqualTo("stopped");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Waits to be interrupted. */
  static final class Interrupted {

    private Interrupted() {}

    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      StopAtExit stopping = StopAtExit.of(() -> append(file));
      System.out.println("runs");
      Thread.currentThread().join();
      stopping.close();
    }

    private static void append(Path file) {
      try {
        Files.writeString(file, "stopped", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
