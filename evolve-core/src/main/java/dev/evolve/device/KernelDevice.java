package dev.evolve.device;

import java.util.List;

/** A kind of accelerator. Asking what is there never fails: absence is an answer. */
public interface KernelDevice {

  /** What the machine has. */
  Availability availability();

  /** What a machine has of one kind of accelerator. */
  sealed interface Availability {

    /**
     * There are devices.
     *
     * @param driver version of the driver
     * @param devices at least one
     */
    record Available(String driver, List<Device> devices) implements Availability {
      public Available {
        devices = List.copyOf(devices);
        if (devices.isEmpty()) {
          throw new IllegalArgumentException("available without a device");
        }
      }
    }

    /**
     * There is none that can be used.
     *
     * @param reason one sentence for people
     */
    record Unavailable(String reason) implements Availability {}
  }

  /**
   * One device.
   *
   * @param ordinal number by which the driver knows it
   * @param name as the driver names it
   * @param architecture such as {@code sm_90}
   */
  record Device(int ordinal, String name, String architecture) {}
}
