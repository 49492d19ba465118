package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A Kafka broker of our own, as a child process. Its data lie in {@code services/kafka} of the home
 * and outlive it.
 */
public final class EmbeddedKafka implements AutoCloseable {

  private static final String NAME = "Kafka";
  private static final String PROPERTIES = "evolve.services.kafka";
  private static final String EXTERNAL = "evolve.kafka.bootstrap-servers";
  private static final String MAIN_CLASS = "dev.evolve.services.kafka.BrokerMain";
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(5);

  private final KafkaEndpoint endpoint;
  private final HomeLock lock;
  private final ChildService service;

  private EmbeddedKafka(KafkaEndpoint endpoint, HomeLock lock, ChildService service) {
    this.endpoint = endpoint;
    this.lock = lock;
    this.service = service;
  }

  /**
   * Makes a broker ready to start: takes its directory, stops what a killed Evolve left behind, and
   * chooses its ports.
   *
   * @throws EvolveException CONFLICT if another Evolve uses the home, PORT_IN_USE if the configured
   *     port is taken, SERVICE_FAILED if the program is missing
   */
  public static EmbeddedKafka prepare(
      Path home, EvolveServicesProperties.KafkaService properties, ServiceListener listener) {
    Path directory = home.resolve("services").resolve("kafka");
    HomeLock lock = HomeLock.acquire(directory);
    try {
      return prepare(directory, lock, properties, listener);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static EmbeddedKafka prepare(
      Path directory,
      HomeLock lock,
      EvolveServicesProperties.KafkaService properties,
      ServiceListener listener) {
    String marker = JavaProgram.marker(directory);
    PidFile pidFile = new PidFile(directory.resolve("pid"), marker);
    pidFile.stopOrphan(properties.stopLimit());
    String classpath =
        JavaProgram.classpath(
            properties.classpathFile(), NAME, PROPERTIES + ".classpath-file", EXTERNAL);
    LoopbackPorts.Chosen ports =
        LoopbackPorts.choose(directory, properties.port(), true, NAME, PROPERTIES + ".port");
    KafkaEndpoint endpoint = new KafkaEndpoint("127.0.0.1:" + ports.client());
    List<String> command =
        JavaProgram.command(
            marker,
            directory.resolve("run").resolve("broker.args"),
            arguments(directory, classpath, ports, properties));
    ServiceSpec spec = spec(directory, command, ports, endpoint, properties);
    return new EmbeddedKafka(endpoint, lock, new ChildService(spec, pidFile, listener));
  }

  private static List<String> arguments(
      Path directory,
      String classpath,
      LoopbackPorts.Chosen ports,
      EvolveServicesProperties.KafkaService properties) {
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+ExitOnOutOfMemoryError",
        "-Xmx" + properties.heap().toMegabytes() + "m",
        "-cp",
        classpath,
        MAIN_CLASS,
        data(directory).toString(),
        Integer.toString(ports.client()),
        Integer.toString(ports.internal()));
  }

  private static ServiceSpec spec(
      Path directory,
      List<String> command,
      LoopbackPorts.Chosen ports,
      KafkaEndpoint endpoint,
      EvolveServicesProperties.KafkaService properties) {
    return new ServiceSpec(
        NAME,
        directory,
        List.of(new ServiceSpec.Step("starting Kafka", command, Map.of())),
        List.of(directory.resolve("logs").resolve("kafka.log")),
        () -> checkHealth(ports.client(), endpoint),
        failureSigns(directory),
        Pattern.compile("Encountered fatal fault"),
        properties.startLimit(),
        properties.stopLimit(),
        "read the log; start Evolve again, or set " + EXTERNAL + " to a broker of your own");
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
            "is corrupt|[Cc]orrupt(ed)? |CorruptRecordException|node ID not found|meta\\.properties"
                + "|log dirs .*have failed|InconsistentClusterId|KafkaStorageException"
                + "|Unable to read the broker epoch|Cluster ID|KafkaException: Found directory",
            ErrorCode.DATA_CORRUPT,
            "the broker's data directory "
                + data(directory)
                + " holds the log of record; restore it from a backup, or move it away to begin"
                + " with an empty log"));
  }

  private static Path data(Path directory) {
    return directory.resolve("data");
  }

  private static void checkHealth(int port, KafkaEndpoint endpoint) throws Exception {
    if (!LoopbackPorts.answers(port)) {
      throw new ConnectException("nothing listens yet");
    }
    try (Admin admin =
        Admin.create(
            Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                endpoint.bootstrapServers(),
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) HEALTH_LIMIT.toMillis(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                (int) HEALTH_LIMIT.toMillis()))) {
      var nodes =
          admin.describeCluster().nodes().get(HEALTH_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (nodes.isEmpty()) {
        throw new IllegalStateException("the broker has not registered yet");
      }
    }
  }

  /** Starts the broker and waits until it answers. */
  public KafkaEndpoint start() {
    service.start();
    return endpoint;
  }

  /** Where it listens once it runs. */
  public KafkaEndpoint endpoint() {
    return endpoint;
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
