package dev.evolve.loop;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a step must be able to reserve before it runs. Memory, cache blocks and graph slots come out
 * of what the loop's {@link LoopDemand} reserved when it started; compute, transfer and exclusive
 * devices are reserved for the step alone, all of them at once.
 *
 * @param computeSeconds predicted seconds of compute; a refundable concurrency budget, not a cap
 * @param residentBytes bytes held for the life of the loop
 * @param peakBytes further bytes held during the step
 * @param cacheBlocks blocks per cache class held during the step
 * @param transferBytes bytes that the step moves between pools; a refundable budget of bytes in
 *     flight
 * @param graphSlots captured graphs that the step keeps in the capture cache
 * @param exclusiveDevices names of devices that nobody else may use during the step; a name is a
 *     lock, whether the device exists is the executor's business
 */
public record ResourceRequest(
    double computeSeconds,
    long residentBytes,
    long peakBytes,
    CacheBlocks cacheBlocks,
    long transferBytes,
    int graphSlots,
    Set<String> exclusiveDevices) {

  /** Needs nothing. */
  public static final ResourceRequest NONE =
      new ResourceRequest(0, 0, 0, CacheBlocks.NONE, 0, 0, Set.of());

  public ResourceRequest {
    if (!(computeSeconds >= 0)
        || residentBytes < 0
        || peakBytes < 0
        || transferBytes < 0
        || graphSlots < 0) {
      throw new IllegalArgumentException("a resource request is never negative or NaN");
    }
    exclusiveDevices =
        exclusiveDevices.isEmpty()
            ? Set.of()
            : Collections.unmodifiableSet(new TreeSet<>(exclusiveDevices));
  }

  /** Needs compute and memory only. */
  public static ResourceRequest of(double computeSeconds, long residentBytes, long peakBytes) {
    return new ResourceRequest(
        computeSeconds, residentBytes, peakBytes, CacheBlocks.NONE, 0, 0, Set.of());
  }

  /** Needs one device for itself for about so many seconds. */
  public static ResourceRequest exclusive(String device, double computeSeconds) {
    return new ResourceRequest(computeSeconds, 0, 0, CacheBlocks.NONE, 0, 0, Set.of(device));
  }

  /** This request with cache blocks. */
  public ResourceRequest withCacheBlocks(CacheBlocks blocks) {
    return new ResourceRequest(
        computeSeconds,
        residentBytes,
        peakBytes,
        blocks,
        transferBytes,
        graphSlots,
        exclusiveDevices);
  }

  /** This request with bytes to be moved. */
  public ResourceRequest withTransferBytes(long bytes) {
    return new ResourceRequest(
        computeSeconds, residentBytes, peakBytes, cacheBlocks, bytes, graphSlots, exclusiveDevices);
  }
}
