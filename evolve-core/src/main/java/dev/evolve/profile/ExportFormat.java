package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.Locale;

/** How a build takes a configuration. */
public enum ExportFormat {
  /** {@code #define NAME value} lines for the C preprocessor. */
  HEADER,
  /** {@code NAME=value} lines for a POSIX shell or make. */
  ENV,
  /** One JSON object. */
  JSON;

  /**
   * The format of a name.
   *
   * @throws EvolveException INVALID_REQUEST if there is none
   */
  public static ExportFormat of(String name) {
    for (ExportFormat format : values()) {
      if (format.name().equals(name.toUpperCase(Locale.ROOT))) {
        return format;
      }
    }
    throw new EvolveException(
        ErrorCode.INVALID_REQUEST, "wanted the format header, env or json, found " + name);
  }
}
