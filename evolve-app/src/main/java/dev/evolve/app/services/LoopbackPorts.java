package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Ports of a service on the loopback interface: configured, or chosen once and remembered. */
final class LoopbackPorts {

  private LoopbackPorts() {}

  /**
   * The ports of a service.
   *
   * @param client where clients connect
   * @param internal for the service's own use; 0 where it needs none
   */
  record Chosen(int client, int internal) {}

  /**
   * Chooses ports: the configured one, else the remembered ones where they are still free, else
   * free ones; and remembers the choice.
   *
   * @throws EvolveException PORT_IN_USE if the configured port is taken
   */
  static Chosen choose(
      Path directory, int configured, boolean needsInternal, String service, String property) {
    Path file = directory.resolve("ports.json");
    Chosen remembered = remembered(file);
    int client = configured;
    if (configured == 0) {
      client = isFree(remembered.client()) ? remembered.client() : anyFree();
    } else if (!isFree(configured)) {
      throw inUse(configured, service, property);
    }
    int internal = 0;
    if (needsInternal) {
      internal = isFree(remembered.internal()) ? remembered.internal() : anyFree();
    }
    Chosen chosen = new Chosen(client, internal);
    remember(file, chosen);
    return chosen;
  }

  private static EvolveException inUse(int port, String service, String property) {
    return new EvolveException(
        ErrorCode.PORT_IN_USE,
        "port %d of 127.0.0.1, wanted for %s, is in use by another program; stop that program, or set %s to another port, or to 0 for a free one"
            .formatted(port, service, property));
  }

  /** Whether something listens at the port. */
  static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          (int) Duration.ofSeconds(1).toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isFree(int port) {
    if (port == 0) {
      return false;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int anyFree() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "no free port on the loopback interface", e);
    }
  }

  private static Chosen remembered(Path file) {
    try {
      return Files.exists(file)
          ? Json.read(Files.readString(file), Chosen.class)
          : new Chosen(0, 0);
    } catch (IOException | IllegalArgumentException unreadable) {
      return new Chosen(0, 0);
    }
  }

  private static void remember(Path file, Chosen chosen) {
    try {
      Files.writeString(file, Json.write(chosen));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
