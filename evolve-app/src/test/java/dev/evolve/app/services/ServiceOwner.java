package dev.evolve.app.services;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.util.unit.DataSize;

/** A process that owns a broker and can be killed. */
final class ServiceOwner {

  static final String RUNS = "broker runs as ";

  private ServiceOwner() {}

  /** Starts the process; it prints {@link #RUNS} and the broker's process id. */
  static Process startKafka(Path home, EvolveServicesProperties.KafkaService properties)
      throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ServiceOwner.class.getName(),
            home.toString(),
            String.valueOf(properties.classpathFile()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Arguments: home, class path file of the broker. */
  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedKafka kafka =
        EmbeddedKafka.prepare(
            Path.of(arguments[0]),
            new EvolveServicesProperties.KafkaService(
                Path.of(arguments[1]),
                0,
                DataSize.ofMegabytes(256),
                Duration.ofSeconds(180),
                Duration.ofSeconds(20)),
            ServiceListener.NONE);
    kafka.start();
    System.out.println(RUNS + kafka.pid().orElseThrow());
    Thread.currentThread().join();
  }
}
