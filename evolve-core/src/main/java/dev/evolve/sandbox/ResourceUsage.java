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
 */
public record ResourceUsage(long wallNs, @Nullable Long cpuNs, @Nullable Long peakRssBytes) {}
