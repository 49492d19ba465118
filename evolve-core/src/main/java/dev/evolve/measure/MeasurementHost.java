package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.pack.WantedMetric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where measurements run. One processor, the same for both arms; that only one evaluation uses it
 * at a time is the caller's business.
 *
 * @param cpu the processor to pin to; null to pin to none
 * @param power where the energy of the machine is read
 * @param clock when runs start
 */
public record MeasurementHost(@Nullable Integer cpu, PowerSource power, InstantSource clock) {

  /** Without a way to read energy. */
  public MeasurementHost(@Nullable Integer cpu) {
    this(cpu, () -> PowerReading.ABSENT);
  }

  /** With the clock of the machine. */
  public MeasurementHost(@Nullable Integer cpu, PowerSource power) {
    this(cpu, power, InstantSource.system());
  }

  /** The same that reads energy elsewhere, such as of devices too. */
  public MeasurementHost reading(PowerSource source) {
    return new MeasurementHost(cpu, source, clock);
  }

  /**
   * Refuses a pack that wants what this machine cannot measure, before anything is built.
   *
   * @throws EvolveException if energy is wanted and no counter can be read
   */
  void requireMeasurable(BenchPack pack) {
    List<WantedMetric> wanted = pack.objectives();
    boolean isEnergyWanted =
        wanted != null
            && wanted.stream()
                .anyMatch(it -> pack.metric(it.metric()).equals(Optional.of(Metric.ENERGY)));
    if (isEnergyWanted && power.read().counters().isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "the pack's objectives want "
              + Metric.ENERGY.name()
              + ", but no energy counter can be read on this machine (/sys/class/powercap often wants"
              + " privileges): take it out of the objectives, or let the bench print a metric of"
              + " that name");
    }
  }

  /** The last processor that this program may use: interrupts and other work favour the first. */
  public static MeasurementHost ofThisMachine() {
    OptionalInt last = lastAllowed(Path.of("/proc/self/status"));
    return new MeasurementHost(last.isPresent() ? last.getAsInt() : null, new PowerReader());
  }

  static OptionalInt lastAllowed(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .map(list -> list.substring(Math.max(list.lastIndexOf(','), list.lastIndexOf('-')) + 1))
          .filter(last -> last.matches("[0-9]{1,6}"))
          .mapToInt(Integer::parseInt)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalInt.empty();
    }
  }
}
