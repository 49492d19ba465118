package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import java.nio.file.Path;
import java.time.Duration;

/** Replays the load of a pack's service to one arm of a soak. */
@FunctionalInterface
public interface SoakTraffic {

  /** Where services cannot be reached. */
  SoakTraffic NONE =
      (service, load, socket, length, pace) -> {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "no service can be soaked here; give the pack a soak command, or run a campaign");
      };

  /**
   * Begins to send the load, over and over, in its recorded rhythm, as soon as the service answers
   * its health path.
   *
   * @param service how it serves
   * @param load file of the requests
   * @param socket where it listens
   * @param length how long the soak is at pace 1
   * @param pace how many times faster than recorded
   */
  Flow start(BenchPack.Service service, Path load, Path socket, Duration length, double pace);

  /** Traffic on its way; closing ends it. */
  interface Flow extends AutoCloseable {

    /** How many requests were answered so far: the units of work. */
    long answered();

    /** Why there is no traffic; empty if there is. */
    String problem();

    @Override
    void close();
  }
}
