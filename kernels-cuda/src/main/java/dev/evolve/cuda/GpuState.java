package dev.evolve.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What NVIDIA's management library says of one device at one moment. What it could not say is null,
 * never zero.
 *
 * @param ordinal number by which the library knows it
 * @param name as the library names it
 * @param watts it draws now, averaged by the device over its own window
 * @param millijoules used since the driver was loaded; Volta and later count them
 * @param celsius of the chip
 * @param powerCapWatts most that the device lets itself draw
 * @param slowdownCelsius above which the device slows itself down
 * @param throttling why its clocks are held back now; null if it did not say, empty if they are not
 */
public record GpuState(
    int ordinal,
    String name,
    @Nullable Double watts,
    @Nullable Long millijoules,
    @Nullable Double celsius,
    @Nullable Double powerCapWatts,
    @Nullable Double slowdownCelsius,
    @Nullable List<Throttle> throttling) {

  public GpuState {
    throttling = throttling == null ? null : List.copyOf(throttling);
  }

  /** True if the device says that power or heat holds its clocks back now. */
  public boolean isHeldBack() {
    return throttling != null && throttling.stream().anyMatch(Throttle::isCap);
  }
}
