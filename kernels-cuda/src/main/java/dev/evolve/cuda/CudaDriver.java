package dev.evolve.cuda;

import dev.evolve.device.KernelDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks NVIDIA's driver what it has, through the foreign function interface. JCuda cannot be asked:
 * it throws linkage errors where no driver is installed, so nothing touches it before this has
 * answered.
 */
public final class CudaDriver implements KernelDevice {

  /** File name of the driver's library. */
  public static final String LIBRARY = "libcuda.so.1";

  private static final int SUCCESS = 0;
  private static final int NO_DEVICE = 100;
  private static final int NAME_BYTES = 256;
  private static final int ATTRIBUTE_MAJOR = 75;
  private static final int ATTRIBUTE_MINOR = 76;

  private final String library;

  /** The driver of this machine. */
  public CudaDriver() {
    this(LIBRARY);
  }

  /**
   * @param library name or path of the driver's library
   */
  CudaDriver(String library) {
    this.library = library;
  }

  @Override
  @SuppressWarnings("restricted") // Loading the driver's library is what this class is for.
  public Availability availability() {
    try (Arena arena = Arena.ofConfined()) {
      return ask(
          new NativeCalls("the NVIDIA driver", SymbolLookup.libraryLookup(library, arena)), arena);
    } catch (IllegalArgumentException e) {
      return new Availability.Unavailable("no NVIDIA driver: " + library + " cannot be loaded");
    } catch (NativeCallException e) {
      return new Availability.Unavailable(String.valueOf(e.getMessage()));
    }
  }

  private static Availability ask(NativeCalls calls, Arena arena) throws NativeCallException {
    int initialised =
        calls.call("cuInit", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), 0);
    if (initialised == NO_DEVICE) {
      return new Availability.Unavailable("the NVIDIA driver finds no device");
    }
    require("cuInit", initialised);
    int version = intOf(calls, "cuDriverGetVersion", arena);
    int count = intOf(calls, "cuDeviceGetCount", arena);
    List<Device> devices = new ArrayList<>();
    for (int ordinal = 0; ordinal < count; ordinal++) {
      devices.add(device(calls, arena, ordinal));
    }
    return devices.isEmpty()
        ? new Availability.Unavailable("the NVIDIA driver counts no device")
        : new Availability.Available(version / 1000 + "." + version % 1000 / 10, devices);
  }

  private static Device device(NativeCalls calls, Arena arena, int ordinal)
      throws NativeCallException {
    MemorySegment handle = arena.allocate(ValueLayout.JAVA_INT);
    require("cuDeviceGet", calls.call("cuDeviceGet", POINTER_INT, handle, ordinal));
    int device = handle.get(ValueLayout.JAVA_INT, 0);
    MemorySegment name = arena.allocate(NAME_BYTES);
    require(
        "cuDeviceGetName",
        calls.call("cuDeviceGetName", POINTER_INT_INT, name, NAME_BYTES, device));
    return new Device(
        ordinal,
        name.getString(0),
        "sm_"
            + attribute(calls, arena, ATTRIBUTE_MAJOR, device)
            + attribute(calls, arena, ATTRIBUTE_MINOR, device));
  }

  private static int attribute(NativeCalls calls, Arena arena, int attribute, int device)
      throws NativeCallException {
    MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
    require(
        "cuDeviceGetAttribute",
        calls.call("cuDeviceGetAttribute", POINTER_INT_INT, value, attribute, device));
    return value.get(ValueLayout.JAVA_INT, 0);
  }

  private static int intOf(NativeCalls calls, String function, Arena arena)
      throws NativeCallException {
    MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
    require(
        function,
        calls.call(
            function, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS), value));
    return value.get(ValueLayout.JAVA_INT, 0);
  }

  private static void require(String function, int result) throws NativeCallException {
    if (result != SUCCESS) {
      throw new NativeCallException(function + " of the NVIDIA driver answered " + result);
    }
  }

  private static final FunctionDescriptor POINTER_INT =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor POINTER_INT_INT =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
}
