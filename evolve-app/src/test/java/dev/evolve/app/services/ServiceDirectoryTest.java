package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lock, ports, class path and argument file of a service's directory. */
class ServiceDirectoryTest {

  @TempDir private Path directory;

  @Test
  void oneEvolveHoldsTheDirectoryAtATime() {
    HomeLock first = HomeLock.acquire(directory);

    EvolveException refused =
        catchThrowableOfType(EvolveException.class, () -> HomeLock.acquire(directory));

    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused)
        .hasMessageContaining("process " + ProcessHandle.current().pid())
        .hasMessageContaining("EVOLVE_HOME");
    first.close();
    HomeLock.acquire(directory).close();
  }

  @Test
  void remembersThePortsThatItChose() {
    LoopbackPorts.Chosen first = choose(0);
    assertThat(first.client()).isPositive().isNotEqualTo(first.internal());
    assertThat(choose(0)).isEqualTo(first);
  }

  @Test
  void choosesAnotherPortIfTheRememberedOneIsTaken() throws IOException {
    LoopbackPorts.Chosen first = choose(0);
    try (ServerSocket taken = listenAt(first.client())) {
      assertThat(choose(0).client()).isPositive().isNotEqualTo(taken.getLocalPort());
    }
  }

  @Test
  void refusesAConfiguredPortThatIsTaken() throws IOException {
    try (ServerSocket taken = listenAt(0)) {
      EvolveException refused =
          catchThrowableOfType(EvolveException.class, () -> choose(taken.getLocalPort()));

      assertThat(refused.code()).isEqualTo(ErrorCode.PORT_IN_USE);
      assertThat(refused)
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("set thing.port to another port");
    }
  }

  @Test
  void survivesAnUnreadablePortsFile() throws IOException {
    Files.writeString(directory.resolve("ports.json"), "no json");
    assertThat(choose(0).client()).isPositive();
  }

  @Test
  void saysWhichFilesOfAClassPathAreGone() throws IOException {
    Path file =
        Files.writeString(directory.resolve("cp"), directory + ":" + directory + "/gone.jar");

    assertThatThrownBy(() -> JavaProgram.classpath(file, "Kafka", "thing", "other"))
        .hasMessageContaining("gone.jar")
        .hasMessageContaining("mvn package")
        .hasMessageContaining("set other");
    assertThatThrownBy(() -> JavaProgram.classpath(null, "Kafka", "thing", "other"))
        .hasMessageContaining("thing is not set");
  }

  @Test
  void keepsArgumentsFromTheProcessList() throws IOException {
    Path file = directory.resolve("arguments");

    List<String> command = JavaProgram.command("marker", file, List.of("-cp", "a \"b\\", "secret"));

    assertThat(command).endsWith("marker", "@" + file).doesNotContain("secret");
    assertThat(file).hasContent("\"-cp\"\n\"a \\\"b\\\\\"\n\"secret\"");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private LoopbackPorts.Chosen choose(int configured) {
    return LoopbackPorts.choose(directory, configured, true, "Thing", "thing.port");
  }

  private static ServerSocket listenAt(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
