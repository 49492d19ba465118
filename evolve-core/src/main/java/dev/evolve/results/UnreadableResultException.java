package dev.evolve.results;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;

/** A result file that cannot be read: which file, where in it, what was wanted and found. */
public final class UnreadableResultException extends EvolveException {

  private static final long serialVersionUID = 1L;

  /**
   * @param file the file
   * @param place where in it, such as {@code benchmarks[3].real_time} or {@code line 12}; empty for
   *     the whole
   * @param problem what was wanted, what was found
   */
  public UnreadableResultException(String file, String place, String problem) {
    super(ErrorCode.INVALID_REQUEST, file + (place.isEmpty() ? "" : ", " + place) + ": " + problem);
  }
}
