package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/**
 * A Neo4j of our own, as a child process. It is a program of its own under its own licence; we
 * start it and speak Bolt to it. Its data lie in {@code services/neo4j} of the home and outlive it.
 *
 * <p>Its address and password are known before it runs, so that a driver can be made at once and
 * nobody waits for its start.
 */
public final class EmbeddedNeo4j implements AutoCloseable {

  private static final String NAME = "Neo4j";
  private static final String PROPERTIES = "evolve.services.neo4j";
  private static final String EXTERNAL = "evolve.neo4j.uri";
  private static final String USER = "neo4j";
  private static final int PASSWORD_BYTES = 24;
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(10);

  private final Neo4jEndpoint endpoint;
  private final HomeLock lock;
  private final ChildService service;
  private final CompletableFuture<Neo4jEndpoint> ready = new CompletableFuture<>();

  private EmbeddedNeo4j(Neo4jEndpoint endpoint, HomeLock lock, ChildService service) {
    this.endpoint = endpoint;
    this.lock = lock;
    this.service = service;
  }

  /**
   * Makes a database ready to start: takes its directory, stops what a killed Evolve left behind,
   * chooses its port, and generates its password on first use.
   *
   * @throws EvolveException CONFLICT if another Evolve uses the home, PORT_IN_USE if the configured
   *     port is taken, SERVICE_FAILED if the program is missing
   */
  public static EmbeddedNeo4j prepare(
      Path home, EvolveServicesProperties.Neo4jService properties, ServiceListener listener) {
    Path directory = home.resolve("services").resolve("neo4j");
    HomeLock lock = HomeLock.acquire(directory);
    try {
      return prepare(directory, lock, properties, listener);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static EmbeddedNeo4j prepare(
      Path directory,
      HomeLock lock,
      EvolveServicesProperties.Neo4jService properties,
      ServiceListener listener) {
    String marker = JavaProgram.marker(directory);
    PidFile pidFile = new PidFile(directory.resolve("pid"), marker);
    pidFile.stopOrphan(properties.stopLimit());
    String classpath =
        JavaProgram.classpath(
            properties.classpathFile(), NAME, PROPERTIES + ".classpath-file", EXTERNAL);
    int port =
        LoopbackPorts.choose(directory, properties.port(), false, NAME, PROPERTIES + ".port")
            .client();
    String password = password(directory);
    Neo4jEndpoint endpoint =
        new Neo4jEndpoint(URI.create("bolt://127.0.0.1:" + port), USER, password);
    Neo4jSettings.write(directory, port, properties);
    ServiceSpec spec = spec(directory, marker, classpath, endpoint, properties);
    return new EmbeddedNeo4j(endpoint, lock, new ChildService(spec, pidFile, listener));
  }

  private static String password(Path directory) {
    Path file = directory.resolve("password");
    try {
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
      JavaProgram.writePrivate(file, password);
      return password;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServiceSpec spec(
      Path directory,
      String marker,
      String classpath,
      Neo4jEndpoint endpoint,
      EvolveServicesProperties.Neo4jService properties) {
    return new ServiceSpec(
        NAME,
        directory,
        steps(directory, marker, classpath, endpoint, properties),
        List.of(
            directory.resolve("logs").resolve("console.log"),
            directory.resolve("logs").resolve("debug.log"),
            directory.resolve("logs").resolve("neo4j.log")),
        () -> checkHealth(endpoint),
        failureSigns(directory),
        Pattern.compile("Failed to start DatabaseId"),
        properties.startLimit(),
        properties.stopLimit(),
        "read the log; start Evolve again, or set "
            + EXTERNAL
            + " to a database of your own;"
            + " campaigns go on without it");
  }

  private static List<ServiceSpec.Step> steps(
      Path directory,
      String marker,
      String classpath,
      Neo4jEndpoint endpoint,
      EvolveServicesProperties.Neo4jService properties) {
    List<ServiceSpec.Step> steps = new ArrayList<>();
    Path run = directory.resolve("run");
    if (!Files.exists(directory.resolve("data").resolve("databases"))) {
      List<String> arguments = new ArrayList<>(Neo4jSettings.jvmFlags(properties));
      arguments.addAll(List.of("-cp", classpath, "org.neo4j.server.startup.Neo4jAdminCommand"));
      arguments.addAll(List.of("dbms", "set-initial-password", endpoint.password()));
      steps.add(
          new ServiceSpec.Step(
              "preparing Neo4j",
              JavaProgram.polite(JavaProgram.command(marker, run.resolve("first.args"), arguments)),
              Neo4jSettings.environment(directory)));
    }
    List<String> arguments = new ArrayList<>(Neo4jSettings.jvmFlags(properties));
    arguments.addAll(List.of("-cp", classpath, "org.neo4j.server.Neo4jCommunity"));
    arguments.add("--home-dir=" + directory);
    arguments.add("--config-dir=" + directory.resolve("conf"));
    steps.add(
        new ServiceSpec.Step(
            "starting Neo4j",
            JavaProgram.polite(JavaProgram.command(marker, run.resolve("server.args"), arguments)),
            Neo4jSettings.environment(directory)));
    return steps;
  }

  private static List<FailureSign> failureSigns(Path directory) {
    return List.of(
        FailureSign.of(
            "Address already in use",
            ErrorCode.PORT_IN_USE,
            "stop the program that uses the port, or set " + PROPERTIES + ".port to another port"),
        FailureSign.of(
            "java\\.lang\\.OutOfMemoryError|Terminating due to java",
            ErrorCode.OUT_OF_RESOURCES,
            "set " + PROPERTIES + ".heap to more memory"),
        FailureSign.of(
            "No space left on device", ErrorCode.OUT_OF_RESOURCES, "free some space of the disk"),
        FailureSign.of(
            "Failed to start DatabaseId|Failed to read current store",
            ErrorCode.DATA_CORRUPT,
            "delete the directory "
                + directory.resolve("data")
                + " and start Evolve again: the graph is rebuilt from the log, nothing is lost"));
  }

  private static void checkHealth(Neo4jEndpoint endpoint) throws Exception {
    if (!LoopbackPorts.answers(endpoint.uri().getPort())) {
      throw new ConnectException("nothing listens yet");
    }
    Config config =
        Config.builder()
            .withMaxConnectionPoolSize(1)
            .withConnectionTimeout(HEALTH_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .withConnectionAcquisitionTimeout(HEALTH_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    try (Driver driver =
        GraphDatabase.driver(
            endpoint.uri(), AuthTokens.basic(endpoint.username(), endpoint.password()), config)) {
      // A sign-in succeeds also while the database itself does not: ask it something.
      driver.executableQuery("RETURN 1").execute();
    }
  }

  /** Starts the database in the background; the future ends with it running, or with why not. */
  public CompletableFuture<Neo4jEndpoint> start() {
    Thread.ofPlatform().daemon().name("neo4j-start").start(this::startAndTell);
    return ready;
  }

  private void startAndTell() {
    try {
      service.start();
      ready.complete(endpoint);
    } catch (RuntimeException e) {
      ready.completeExceptionally(e);
    }
  }

  /** Where it listens once it runs. */
  public Neo4jEndpoint endpoint() {
    return endpoint;
  }

  /** Ends when the database answers, or with why it does not. */
  public CompletableFuture<Neo4jEndpoint> ready() {
    return ready;
  }

  /** Where it is in its life. */
  public ServiceState state() {
    return service.state();
  }

  /** Why it failed, once it did. */
  public Optional<EvolveException> failure() {
    return service.failure();
  }

  /** Process id while it runs. */
  public Optional<Long> pid() {
    return service.pid();
  }

  @Override
  public void close() {
    service.close();
    lock.close();
  }
}
