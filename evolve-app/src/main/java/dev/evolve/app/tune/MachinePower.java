package dev.evolve.app.tune;

import dev.evolve.cuda.GpuState;
import dev.evolve.cuda.NvmlMeter;
import dev.evolve.cuda.NvmlMeter.Opening;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerReader;
import dev.evolve.measure.PowerReading;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.objective.Caps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Energy and heat of this machine: processor packages and thermal zones, and NVIDIA devices where
 * their management library is there.
 */
public final class MachinePower implements PowerSource, AutoCloseable {

  private final PowerSource host;
  private final Opening devices;

  private MachinePower(PowerSource host, Opening devices) {
    this.host = host;
    this.devices = devices;
  }

  /** Of this machine. */
  public static MachinePower open() {
    return new MachinePower(new PowerReader(), NvmlMeter.open());
  }

  /**
   * Of other sources.
   *
   * @param host in place of the kernel's interfaces
   * @param devices in place of the management library; closed with this
   */
  static MachinePower of(PowerSource host, Opening devices) {
    return new MachinePower(host, devices);
  }

  private @Nullable NvmlMeter meter() {
    return devices instanceof Opening.Opened opened ? opened.meter() : null;
  }

  @Override
  public PowerReading read() {
    NvmlMeter meter = meter();
    return meter == null ? host.read() : host.read().plus(meter.read());
  }

  /**
   * Checks that what caps are about can be read here.
   *
   * @throws EvolveException INVALID_REQUEST saying what cannot be read and why
   */
  public void require(Caps caps) {
    PowerReading now = read();
    if (caps.watts() != null && now.counters().isEmpty()) {
      throw refused("--max-watts", "counter of energy", "RAPL of a package in /sys/class/powercap");
    }
    if (caps.celsius() != null && now.temperatures().isEmpty()) {
      throw refused("--max-celsius", "temperature", "zone in /sys/class/thermal");
    }
  }

  private EvolveException refused(String option, String wanted, String of) {
    String gpu =
        devices instanceof Opening.Unavailable none
            ? none.reason()
            : "its NVIDIA devices do not give one";
    return new EvolveException(
        ErrorCode.INVALID_REQUEST,
        option
            + " wants a "
            + wanted
            + " that can be read, found no "
            + of
            + ", and "
            + gpu
            + "; leave it out, or run where the machine lets you read it");
  }

  /** What is read, a line each for people. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    PowerReading now = read();
    lines.add(
        "energy of "
            + names(now.counters().stream().map(PowerReading.EnergyCounter::zone).toList())
            + "; heat of "
            + names(now.temperatures().stream().map(PowerReading.Temperature::zone).toList()));
    NvmlMeter meter = meter();
    if (meter != null) {
      meter.states().stream().map(MachinePower::line).forEach(lines::add);
    }
    return lines;
  }

  private static String names(List<String> zones) {
    return zones.isEmpty() ? "nothing" : String.join(", ", zones);
  }

  private static String line(GpuState gpu) {
    return String.format(
        Locale.ROOT,
        "nvidia-%d %s: %s W of at most %s W, %s of %s degrees Celsius, %s",
        gpu.ordinal(),
        gpu.name(),
        figure(gpu.watts()),
        figure(gpu.powerCapWatts()),
        figure(gpu.celsius()),
        figure(gpu.slowdownCelsius()),
        gpu.isHeldBack() ? "held back: " + gpu.throttling() : "not held back");
  }

  private static String figure(@Nullable Double value) {
    return value == null ? "?" : String.format(Locale.ROOT, "%.0f", value);
  }

  @Override
  public void close() {
    NvmlMeter meter = meter();
    if (meter != null) {
      meter.close();
    }
  }
}
