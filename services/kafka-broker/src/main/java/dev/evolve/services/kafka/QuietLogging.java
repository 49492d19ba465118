package dev.evolve.services.kafka;

import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends warnings and errors to the standard error, one line each; all else is dropped. */
final class QuietLogging {

  private static final String LINE_FORMAT = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s %5$s%6$s%n";

  /** Loggers are held weakly by the JDK; these must keep their level. */
  private static final List<Logger> SILENCED =
      List.of(
          // A single node has nobody to hand its partitions to; these warn of it at each stop.
          Logger.getLogger("kafka.server.BrokerLifecycleManager"),
          Logger.getLogger("org.apache.kafka.clients.NetworkClient"));

  private QuietLogging() {}

  static void configure() {
    System.setProperty("java.util.logging.SimpleFormatter.format", LINE_FORMAT);
    LogManager.getLogManager().reset();
    Handler console = new ConsoleHandler();
    console.setLevel(Level.WARNING);
    console.setFormatter(new SimpleFormatter());
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(console);
    SILENCED.forEach(logger -> logger.setLevel(Level.SEVERE));
  }
}
