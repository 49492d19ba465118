package dev.evolve.services.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker of one node on the loopback interface: broker and controller in one process.
 *
 * <p>Arguments: data directory, port of clients, port of the controller, then further broker
 * settings as {@code name=value}. The storage is formatted on the first start. SIGTERM stops it
 * cleanly. Log lines go to the standard error.
 */
public final class BrokerMain {

  private static final int FAILED_TO_START = 1;
  private static final int WRONG_USAGE = 2;

  private BrokerMain() {}

  /** Runs the broker until it is told to stop. */
  public static void main(String[] arguments) {
    if (arguments.length < 3) {
      System.err.println("usage: BrokerMain DATA_DIRECTORY PORT CONTROLLER_PORT [NAME=VALUE...]");
      System.exit(WRONG_USAGE);
    }
    QuietLogging.configure();
    try {
      run(arguments);
    } catch (Throwable failure) {
      // Threads that the broker has already started would keep the process; nothing is half
      // written that a crash would not leave as well.
      failure.printStackTrace();
      Runtime.getRuntime().halt(FAILED_TO_START);
    }
  }

  private static void run(String[] arguments) throws Exception {
    Path data = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath());
    int port = Integer.parseInt(arguments[1]);
    int controllerPort = Integer.parseInt(arguments[2]);
    List<String> extra = Arrays.asList(arguments).subList(3, arguments.length);
    KafkaConfig config =
        new KafkaConfig(BrokerSettings.of(data, port, controllerPort, extra), false);
    Storage.formatIfNew(data);
    KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "kafka-shutdown"));
    server.startup();
    System.err.println("broker runs on 127.0.0.1:" + port);
    server.awaitShutdown();
  }
}
