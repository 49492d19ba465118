package dev.evolve.campaign;

/** Where the log of record stands. */
@FunctionalInterface
public interface AuditHead {

  /**
   * Hash of the newest event of a loop.
   *
   * @param loopId the loop
   * @param eventCount how many events of it are recorded
   * @throws dev.evolve.error.EvolveException LOG_UNAVAILABLE if the log does not answer in time
   */
  String headOf(String loopId, long eventCount);
}
