package dev.evolve.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A Neo4j of the tests' own: the server's main class in a process of its own, from the class path
 * that {@code services/neo4j-server} wrote, its data in a temporary directory. One is shared by all
 * tests of the module and ends with their JVM.
 */
final class Neo4jProcess {

  static final Duration START_LIMIT = Duration.ofSeconds(300);

  private static final String PASSWORD = "evolve-graph-tests";
  private static final List<String> FLAGS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  private static Optional<GraphServer> shared = Optional.empty();

  private Neo4jProcess() {}

  /** Why there can be no server; empty if there can. */
  static String missing() {
    String file = System.getProperty("evolve.test.neo4j-classpath", "");
    if (file.isEmpty()) {
      return "evolve.test.neo4j-classpath is not set; run these tests with failsafe";
    }
    return Files.isReadable(Path.of(file))
        ? ""
        : Path.of(file).normalize()
            + " is not there; build services/neo4j-server first, it has Maven fetch the server";
  }

  static synchronized GraphServer shared() {
    if (shared.isEmpty()) {
      shared = Optional.of(start());
    }
    return shared.get();
  }

  private static GraphServer start() {
    try {
      String classPath =
          Files.readString(Path.of(System.getProperty("evolve.test.neo4j-classpath"))).strip();
      Path home = Files.createTempDirectory(Path.of("target"), "neo4j-").toAbsolutePath();
      int port = freePort();
      writeConfiguration(home, port);
      setPassword(classPath, home);
      Process server = launch(classPath, home);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, home)));
      awaitBolt(server, home, port);
      return new GraphServer(URI.create("bolt://127.0.0.1:" + port), "neo4j", PASSWORD);
    } catch (IOException e) {
      throw new IllegalStateException("cannot start Neo4j for the tests", e);
    }
  }

  private static void writeConfiguration(Path home, int port) throws IOException {
    Path conf = Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        conf.resolve("neo4j.conf"),
        String.join(
            "\n",
            "dbms.usage_report.enabled=false",
            "dbms.fleet_manager.enabled=false",
            "server.fleet_discovery.enabled=false",
            "server.http.enabled=false",
            "server.https.enabled=false",
            "server.bolt.enabled=true",
            "server.default_listen_address=127.0.0.1",
            "server.bolt.listen_address=127.0.0.1:" + port,
            "dbms.security.auth_enabled=true",
            "dbms.security.allow_csv_import_from_file_urls=false",
            "db.transaction.timeout=60s",
            "dbms.memory.transaction.total.max=256m",
            "server.memory.pagecache.size=128m",
            "db.tx_log.preallocate=false",
            "db.tx_log.rotation.retention_policy=64M size",
            ""));
  }

  private static void setPassword(String classPath, Path home) throws IOException {
    Process admin =
        java(
            home,
            "admin.log",
            classPath,
            "org.neo4j.server.startup.Neo4jAdminCommand",
            "dbms",
            "set-initial-password",
            PASSWORD);
    try {
      if (!admin.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || admin.exitValue() != 0) {
        throw new IOException("no initial password: " + log(home, "admin.log"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Process launch(String classPath, Path home) throws IOException {
    return java(
        home,
        "server.log",
        classPath,
        "org.neo4j.server.Neo4jCommunity",
        "--home-dir=" + home,
        "--config-dir=" + home.resolve("conf"));
  }

  private static Process java(Path home, String log, String classPath, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve(log).toFile());
    builder
        .environment()
        .putAll(
            Map.of("NEO4J_HOME", home.toString(), "NEO4J_CONF", home.resolve("conf").toString()));
    return builder.start();
  }

  private static void awaitBolt(Process server, Path home, int port) {
    Awaitility.await("Neo4j speaks Bolt")
        .atMost(START_LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .failFast("Neo4j ended: see " + home.resolve("server.log"), () -> !server.isAlive())
        .until(() -> connects(port));
  }

  private static boolean connects(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Its data are worth nothing after the tests, so nothing waits for an orderly end. */
  private static void stop(Process server, Path home) {
    server.destroyForcibly();
    try {
      server.waitFor();
      delete(home.resolve("data"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String log(Path home, String name) {
    try {
      return Files.readString(home.resolve(name));
    } catch (IOException e) {
      return "no " + name + " (" + e.getMessage() + ")";
    }
  }
}
