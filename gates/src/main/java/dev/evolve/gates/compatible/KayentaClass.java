package dev.evolve.gates.compatible;

/**
 * The class that Kayenta gives a metric.
 *
 * @param label the class
 * @param critical true if it fails the canary on its own
 */
public record KayentaClass(Label label, boolean critical) {

  /** The classes. */
  public enum Label {
    PASS,
    HIGH,
    LOW,
    NODATA,
    NODATA_FAIL_METRIC,
    /** The test could not be made; Kayenta throws here. */
    ERROR
  }

  static KayentaClass of(Label label) {
    return new KayentaClass(label, false);
  }
}
