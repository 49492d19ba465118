package dev.evolve.sandbox;

/**
 * What the launcher wrote when its command had ended.
 *
 * @param exitCode exit code; 0 if a signal ended it
 * @param signal the signal that ended it; 0 if none did
 * @param outOfMemory whether the launcher killed it for its memory
 * @param wallNs wall time from its start to its end
 * @param cpuNs user and system time of everything it started
 * @param peakRssBytes largest resident set of one process
 */
record LaunchReport(
    int exitCode, int signal, boolean outOfMemory, long wallNs, long cpuNs, long peakRssBytes) {

  ResourceUsage usage() {
    return new ResourceUsage(wallNs, cpuNs, peakRssBytes);
  }
}
