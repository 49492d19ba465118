package dev.evolve.app.bus;

import java.io.IOException;
import java.nio.file.Path;

/** A process that commits one step after the other until it is killed. */
final class KilledWriter {

  static final String STEP = "committed ";

  private KilledWriter() {}

  /** Starts the process; it prints {@link #STEP} and the step's number after each commit. */
  static Process start(KafkaSettings settings, String loopId) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            KilledWriter.class.getName(),
            settings.bootstrapServers(),
            loopId)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Arguments: bootstrap servers, loop id. */
  public static void main(String[] arguments) {
    KafkaCheckpointStore store = new KafkaCheckpointStore(new KafkaSettings(arguments[0]));
    store.load();
    for (long step = 0; ; step++) {
      store.commit(Commits.step(arguments[1], step));
      System.out.println(STEP + step);
    }
  }
}
