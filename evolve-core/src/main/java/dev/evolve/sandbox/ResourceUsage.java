package dev.evolve.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * What a command used, as seen from outside it.
 *
 * @param wallNs wall time in nanoseconds
 * @param cpuNs user and system time of the whole tree in nanoseconds; null where it could not be
 *     read
 * @param peakRssBytes largest resident set of any process of the tree; null where it could not be
 *     read
 * @param joules energy that the whole machine used meanwhile; null where it could not be read
 */
public record ResourceUsage(
    long wallNs, @Nullable Long cpuNs, @Nullable Long peakRssBytes, @Nullable Double joules) {

  /** Without energy. */
  public ResourceUsage(long wallNs, @Nullable Long cpuNs, @Nullable Long peakRssBytes) {
    this(wallNs, cpuNs, peakRssBytes, null);
  }

  /** The same with the energy that was used; null if it could not be read. */
  public ResourceUsage with(@Nullable Double energy) {
    return new ResourceUsage(wallNs, cpuNs, peakRssBytes, energy);
  }
}
