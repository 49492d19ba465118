package dev.evolve.cuda;

import java.util.Arrays;
import java.util.List;

/** Why a device holds its clocks back: the bits of {@code nvmlClocksThrottleReasons}. */
public enum Throttle {
  /** Nothing runs on it. */
  IDLE(0x1, false),
  /** Somebody set its clocks. */
  APPLICATION_CLOCKS(0x2, false),
  /** It would draw more than its power cap. */
  POWER_CAP(0x4, true),
  /** Its hardware slowed it down, for power or heat. */
  HARDWARE_SLOWDOWN(0x8, true),
  /** It keeps to the clocks of another device. */
  SYNC_BOOST(0x10, false),
  /** The driver slowed it down for heat. */
  SOFTWARE_THERMAL(0x20, true),
  /** Its hardware slowed it down for heat. */
  HARDWARE_THERMAL(0x40, true),
  /** The power supply asked it to slow down. */
  POWER_BRAKE(0x80, true),
  /** A display needs certain clocks. */
  DISPLAY_CLOCKS(0x100, false);

  private final long bit;
  private final boolean isCap;

  Throttle(long bit, boolean isCap) {
    this.bit = bit;
    this.isCap = isCap;
  }

  /** True if it is about power or heat: what is measured meanwhile says little of the kernel. */
  public boolean isCap() {
    return isCap;
  }

  /** The reasons in a mask; bits without a name are left out. */
  static List<Throttle> of(long mask) {
    return Arrays.stream(values()).filter(reason -> (mask & reason.bit) != 0).toList();
  }
}
