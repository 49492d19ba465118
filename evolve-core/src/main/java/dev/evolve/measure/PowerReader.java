package dev.evolve.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Reads energy counters and temperatures of a Linux machine: RAPL from {@code /sys/class/powercap},
 * where each package has a directory {@code intel-rapl:N} (on AMD as well) with {@code name},
 * {@code energy_uj} and {@code max_energy_range_uj}, and heat from {@code /sys/class/thermal},
 * where each zone has {@code type} and {@code temp} in thousandths of a degree Celsius. What is not
 * there, or may not be read, as the counters often may not without privileges, is absent from the
 * reading and never zero.
 */
public final class PowerReader implements PowerSource {

  private static final Path POWERCAP = Path.of("/sys/class/powercap");
  private static final Path THERMAL = Path.of("/sys/class/thermal");
  private static final String PACKAGE = "package";
  private static final double MILLIS = 1000;

  private final Path powercap;
  private final Path thermal;

  /** Reads this machine. */
  public PowerReader() {
    this(POWERCAP, THERMAL);
  }

  /**
   * Reads from other directories.
   *
   * @param powercap in place of {@code /sys/class/powercap}
   * @param thermal in place of {@code /sys/class/thermal}
   */
  public PowerReader(Path powercap, Path thermal) {
    this.powercap = powercap;
    this.thermal = thermal;
  }

  @Override
  public PowerReading read() {
    return new PowerReading(counters(), temperatures());
  }

  /** Packages only: their parts are counted in them, and a whole platform counts them again. */
  private List<PowerReading.EnergyCounter> counters() {
    List<PowerReading.EnergyCounter> counters = new ArrayList<>();
    for (Path zone : directories(powercap, "intel-rapl:*")) {
      OptionalLong energy = number(zone.resolve("energy_uj"));
      OptionalLong range = number(zone.resolve("max_energy_range_uj"));
      if (text(zone.resolve("name")).startsWith(PACKAGE)
          && energy.isPresent()
          && energy.getAsLong() >= 0
          && range.orElse(0) > 0) {
        counters.add(
            new PowerReading.EnergyCounter(
                zone.getFileName().toString(), energy.getAsLong(), range.getAsLong()));
      }
    }
    return counters;
  }

  private List<PowerReading.Temperature> temperatures() {
    List<PowerReading.Temperature> temperatures = new ArrayList<>();
    for (Path zone : directories(thermal, "thermal_zone*")) {
      OptionalDouble celsius = celsius(zone);
      if (celsius.isPresent()) {
        String name = zone.getFileName() + " " + text(zone.resolve("type"));
        temperatures.add(new PowerReading.Temperature(name.strip(), celsius.getAsDouble()));
      }
    }
    return temperatures;
  }

  private static OptionalDouble celsius(Path zone) {
    OptionalLong millis = number(zone.resolve("temp"));
    return millis.isPresent()
        ? OptionalDouble.of(millis.getAsLong() / MILLIS)
        : OptionalDouble.empty();
  }

  private static TreeSet<Path> directories(Path parent, String pattern) {
    TreeSet<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent, pattern)) {
      stream.forEach(found::add);
    } catch (IOException absent) {
      // No such interface on this machine: there is nothing to read.
      return new TreeSet<>();
    }
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException absent) {
      return "";
    }
  }

  private static OptionalLong number(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(text(file)));
    } catch (NumberFormatException none) {
      return OptionalLong.empty();
    }
  }
}
