package dev.evolve.canary.soak;

import dev.evolve.canary.load.LoadFile;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.SoakTraffic;
import dev.evolve.pack.BenchPack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Replays a pack's load to a service on a Unix socket, for a soak. */
public final class ServiceTraffic implements SoakTraffic {

  private final MonotonicClock clock;

  /**
   * @param clock when requests are due
   */
  public ServiceTraffic(MonotonicClock clock) {
    this.clock = clock;
  }

  @Override
  public Flow start(
      BenchPack.Service service, Path load, Path socket, Duration length, double pace) {
    RunningTraffic traffic =
        new RunningTraffic(clock, read(load), service.health(), socket, length, pace);
    traffic.start();
    return traffic;
  }

  private static LoadFile read(Path load) {
    try {
      return LoadFile.parse(String.valueOf(load.getFileName()), Files.readAllBytes(load));
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK, "cannot read the load " + load + ": " + e.getMessage(), e);
    }
  }
}
