package dev.evolve.cuda;

import dev.evolve.measure.PowerReading;
import dev.evolve.measure.PowerSource;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads power, energy, heat and caps of NVIDIA devices from the vendor's management library,
 * through the foreign function interface. A figure that a device does not support is absent and
 * never zero. Thread-safe; closed by whoever opened it, after the last reading.
 */
public final class NvmlMeter implements PowerSource, AutoCloseable {

  /** File name of the library. */
  public static final String LIBRARY = "libnvidia-ml.so.1";

  private static final String ENERGY = "nvmlDeviceGetTotalEnergyConsumption";
  private static final String TEMPERATURE = "nvmlDeviceGetTemperature";
  private static final int SUCCESS = 0;
  private static final int NAME_BYTES = 96;
  private static final int SENSOR_OF_THE_CHIP = 0;
  private static final int THRESHOLD_SLOWDOWN = 1;
  private static final double MILLI = 1e-3;
  private static final long MICRO_PER_MILLI = 1_000;

  private static final FunctionDescriptor NOTHING = FunctionDescriptor.of(ValueLayout.JAVA_INT);
  private static final FunctionDescriptor POINTER =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
  private static final FunctionDescriptor INT_POINTER =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
  private static final FunctionDescriptor DEVICE_POINTER =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
  private static final FunctionDescriptor DEVICE_POINTER_INT =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor DEVICE_INT_POINTER =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

  private final Arena arena;
  private final NativeCalls calls;
  private final List<MemorySegment> devices;

  private NvmlMeter(Arena arena, NativeCalls calls, List<MemorySegment> devices) {
    this.arena = arena;
    this.calls = calls;
    this.devices = devices;
  }

  /** What came of opening the library. */
  public sealed interface Opening {

    /** It answers; at least one device is there. */
    record Opened(NvmlMeter meter) implements Opening {}

    /**
     * There is nothing to read.
     *
     * @param reason one sentence for people
     */
    record Unavailable(String reason) implements Opening {}
  }

  /** Opens the library of this machine. */
  public static Opening open() {
    return open(LIBRARY);
  }

  /**
   * @param library name or path of the library
   */
  @SuppressWarnings("restricted") // Loading the vendor's library is what this class is for.
  static Opening open(String library) {
    Arena arena = Arena.ofShared();
    try {
      NativeCalls calls = new NativeCalls(library, SymbolLookup.libraryLookup(library, arena));
      require("nvmlInit_v2", calls.call("nvmlInit_v2", NOTHING));
      return opened(arena, calls);
    } catch (IllegalArgumentException e) {
      arena.close();
      return new Opening.Unavailable(
          "power of NVIDIA devices cannot be read: " + library + " cannot be loaded");
    } catch (NativeCallException e) {
      arena.close();
      return new Opening.Unavailable("power of NVIDIA devices cannot be read: " + e.getMessage());
    }
  }

  private static Opening opened(Arena arena, NativeCalls calls) throws NativeCallException {
    try {
      List<MemorySegment> devices = devices(arena, calls);
      if (!devices.isEmpty()) {
        return new Opening.Opened(new NvmlMeter(arena, calls, devices));
      }
    } catch (NativeCallException e) {
      calls.call("nvmlShutdown", NOTHING);
      throw e;
    }
    calls.call("nvmlShutdown", NOTHING);
    throw new NativeCallException("the library counts no device");
  }

  private static List<MemorySegment> devices(Arena arena, NativeCalls calls)
      throws NativeCallException {
    MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
    require("nvmlDeviceGetCount_v2", calls.call("nvmlDeviceGetCount_v2", POINTER, count));
    List<MemorySegment> devices = new ArrayList<>();
    for (int ordinal = 0; ordinal < count.get(ValueLayout.JAVA_INT, 0); ordinal++) {
      MemorySegment handle = arena.allocate(ValueLayout.ADDRESS);
      require(
          "nvmlDeviceGetHandleByIndex_v2",
          calls.call("nvmlDeviceGetHandleByIndex_v2", INT_POINTER, ordinal, handle));
      devices.add(handle.get(ValueLayout.ADDRESS, 0));
    }
    return devices;
  }

  private static void require(String function, int result) throws NativeCallException {
    if (result != SUCCESS) {
      throw new NativeCallException(function + " answered " + result);
    }
  }

  /** Every device as it is now. */
  public List<GpuState> states() {
    List<GpuState> states = new ArrayList<>();
    try (Arena scratch = Arena.ofConfined()) {
      for (int ordinal = 0; ordinal < devices.size(); ordinal++) {
        states.add(state(new Asked(calls, devices.get(ordinal), scratch), ordinal));
      }
    }
    return states;
  }

  private static GpuState state(Asked device, int ordinal) {
    Long throttling = device.longOf("nvmlDeviceGetCurrentClocksThrottleReasons");
    List<Throttle> reasons = throttling == null ? null : Throttle.of(throttling);
    return new GpuState(
        ordinal,
        device.name(),
        scaled(device.intOf("nvmlDeviceGetPowerUsage"), MILLI),
        device.longOf(ENERGY),
        scaled(device.intOf(TEMPERATURE, SENSOR_OF_THE_CHIP), 1),
        scaled(device.intOf("nvmlDeviceGetEnforcedPowerLimit"), MILLI),
        scaled(device.intOf("nvmlDeviceGetTemperatureThreshold", THRESHOLD_SLOWDOWN), 1),
        reasons);
  }

  private static @Nullable Double scaled(@Nullable Long value, double factor) {
    return value == null ? null : value * factor;
  }

  /** Energy counters and temperatures of every device that has them; asks for nothing else. */
  @Override
  public PowerReading read() {
    List<PowerReading.EnergyCounter> counters = new ArrayList<>();
    List<PowerReading.Temperature> temperatures = new ArrayList<>();
    try (Arena scratch = Arena.ofConfined()) {
      for (int ordinal = 0; ordinal < devices.size(); ordinal++) {
        Asked device = new Asked(calls, devices.get(ordinal), scratch);
        String zone = "nvidia-" + ordinal;
        Long millijoules = device.longOf(ENERGY);
        if (millijoules != null) {
          counters.add(
              new PowerReading.EnergyCounter(zone, millijoules * MICRO_PER_MILLI, Long.MAX_VALUE));
        }
        Long celsius = device.intOf(TEMPERATURE, SENSOR_OF_THE_CHIP);
        if (celsius != null) {
          temperatures.add(new PowerReading.Temperature(zone, celsius));
        }
      }
    }
    return new PowerReading(counters, temperatures);
  }

  @Override
  public void close() {
    try {
      calls.call("nvmlShutdown", NOTHING);
    } catch (NativeCallException absent) {
      // A library without it has nothing to be shut down.
      return;
    } finally {
      arena.close();
    }
  }

  /** One device that is asked; what it does not answer is null. */
  private record Asked(NativeCalls calls, MemorySegment device, Arena scratch) {

    @Nullable Long intOf(String function) {
      MemorySegment value = scratch.allocate(ValueLayout.JAVA_INT);
      return answers(function, DEVICE_POINTER, device, value) ? unsigned(value) : null;
    }

    @Nullable Long intOf(String function, int which) {
      MemorySegment value = scratch.allocate(ValueLayout.JAVA_INT);
      return answers(function, DEVICE_INT_POINTER, device, which, value) ? unsigned(value) : null;
    }

    @Nullable Long longOf(String function) {
      MemorySegment value = scratch.allocate(ValueLayout.JAVA_LONG);
      return answers(function, DEVICE_POINTER, device, value)
          ? Long.valueOf(value.get(ValueLayout.JAVA_LONG, 0))
          : null;
    }

    String name() {
      MemorySegment name = scratch.allocate(NAME_BYTES);
      return answers("nvmlDeviceGetName", DEVICE_POINTER_INT, device, name, NAME_BYTES)
          ? name.getString(0)
          : "";
    }

    private static Long unsigned(MemorySegment value) {
      return Integer.toUnsignedLong(value.get(ValueLayout.JAVA_INT, 0));
    }

    private boolean answers(String function, FunctionDescriptor descriptor, Object... arguments) {
      try {
        return calls.call(function, descriptor, arguments) == SUCCESS;
      } catch (NativeCallException absent) {
        return false;
      }
    }
  }
}
