package dev.evolve.loop;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a step must be able to reserve before it runs. Memory and cache blocks come out of what the
 * loop's {@link LoopDemand} reserved when it started; compute and exclusive devices are reserved
 * for the step alone, all of them at once.
 *
 * @param computeSeconds predicted seconds of compute; a refundable concurrency budget, not a cap
 * @param residentBytes bytes held for the life of the loop
 * @param peakBytes further bytes held during the step
 * @param cacheBlocks blocks per cache class held during the step
 * @param exclusiveDevices names of devices that nobody else may use during the step; a name is a
 *     lock, whether the device exists is the executor's business
 */
public record ResourceRequest(
    double computeSeconds,
    long residentBytes,
    long peakBytes,
    SortedMap<String, Long> cacheBlocks,
    Set<String> exclusiveDevices) {

  /** Needs nothing. */
  public static final ResourceRequest NONE =
      new ResourceRequest(0, 0, 0, new TreeMap<>(), Set.of());

  public ResourceRequest {
    if (!(computeSeconds >= 0) || residentBytes < 0 || peakBytes < 0) {
      throw new IllegalArgumentException("a resource request is never negative or NaN");
    }
    cacheBlocks = Collections.unmodifiableSortedMap(new TreeMap<>(cacheBlocks));
    exclusiveDevices = Collections.unmodifiableSet(new TreeSet<>(exclusiveDevices));
  }

  /** Needs one device for itself for about so many seconds. */
  public static ResourceRequest exclusive(String device, double computeSeconds) {
    return new ResourceRequest(computeSeconds, 0, 0, new TreeMap<>(), Set.of(device));
  }
}
