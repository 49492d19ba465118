package dev.evolve.app.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Settings of the embedded database: nothing but Bolt on the loopback, and no calls home. */
final class Neo4jSettings {

  private Neo4jSettings() {}

  /** Writes {@code conf/neo4j.conf}. */
  static void write(Path directory, int port, EvolveServicesProperties.Neo4jService properties) {
    try {
      Files.createDirectories(directory.resolve("logs"));
      Path configuration = Files.createDirectories(directory.resolve("conf"));
      Files.writeString(
          configuration.resolve("neo4j.conf"),
          String.join("\n", lines(directory, port, properties)) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(
      Path directory, int port, EvolveServicesProperties.Neo4jService properties) {
    return List.of(
        "# Written at each start of Evolve; changes are lost.",
        "server.directories.data=" + directory.resolve("data"),
        "server.directories.logs=" + directory.resolve("logs"),
        "server.directories.import=" + directory.resolve("import"),
        "server.default_listen_address=127.0.0.1",
        "server.bolt.enabled=true",
        "server.bolt.listen_address=127.0.0.1:" + port,
        "server.bolt.advertised_address=127.0.0.1:" + port,
        "server.http.enabled=false",
        "server.https.enabled=false",
        "server.fleet_discovery.enabled=false",
        "dbms.fleet_manager.enabled=false",
        "dbms.usage_report.enabled=false",
        "dbms.security.auth_enabled=true",
        "dbms.security.allow_csv_import_from_file_urls=false",
        "dbms.memory.transaction.total.max=" + properties.heap().toMegabytes() / 2 + "m",
        "db.transaction.timeout=120s",
        "db.tx_log.preallocate=false",
        "db.tx_log.rotation.size=16m",
        "db.tx_log.rotation.retention_policy=64m size",
        "db.logs.query.enabled=off",
        "server.memory.heap.initial_size=" + properties.heap().toMegabytes() / 2 + "m",
        "server.memory.heap.max_size=" + properties.heap().toMegabytes() + "m",
        "server.memory.pagecache.size=" + properties.pageCache().toMegabytes() + "m",
        // The stores close in half a second; the default waits ten more for clients that are ours.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s");
  }

  static List<String> jvmFlags(EvolveServicesProperties.Neo4jService properties) {
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+ExitOnOutOfMemoryError",
        "-Xms" + properties.heap().toMegabytes() / 2 + "m",
        "-Xmx" + properties.heap().toMegabytes() + "m");
  }

  static Map<String, String> environment(Path directory) {
    return Map.of(
        "NEO4J_HOME", directory.toString(), "NEO4J_CONF", directory.resolve("conf").toString());
  }
}
