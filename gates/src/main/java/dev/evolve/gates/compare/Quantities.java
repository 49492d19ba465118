package dev.evolve.gates.compare;

import java.util.Locale;

/** Shows values in the unit that people would pick. */
final class Quantities {

  private Quantities() {}

  /** Such as {@code 12.5 ms}. */
  static String shown(double value, String unit) {
    if (unit.equals("ns") || unit.startsWith("ns/")) {
      return time(value) + unit.substring(2);
    }
    if (unit.equals("B") || unit.startsWith("B/")) {
      return size(value) + unit.substring(1);
    }
    return number(value) + " " + unit;
  }

  private static String time(double nanos) {
    if (nanos >= 1e9) {
      return number(nanos / 1e9) + " s";
    }
    if (nanos >= 1e6) {
      return number(nanos / 1e6) + " ms";
    }
    return nanos >= 1e3 ? number(nanos / 1e3) + " µs" : number(nanos) + " ns";
  }

  private static String size(double bytes) {
    if (bytes >= 1e9) {
      return number(bytes / 1e9) + " GB";
    }
    if (bytes >= 1e6) {
      return number(bytes / 1e6) + " MB";
    }
    return bytes >= 1e4 ? number(bytes / 1e3) + " kB" : number(bytes) + " B";
  }

  private static String number(double value) {
    return value != 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3)
        ? String.format(Locale.ROOT, "%.3e", value)
        : String.format(Locale.ROOT, "%.4g", value)
            .replaceFirst("(\\.\\d*?)0+$", "$1")
            .replaceFirst("\\.$", "");
  }
}
