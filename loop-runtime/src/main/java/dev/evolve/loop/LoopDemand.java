package dev.evolve.loop;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a loop needs for its whole life. Admission reserves all of it together before the loop
 * starts, so that an admitted loop can always take its next step. No plan of the loop may ask for
 * more; compute and exclusive devices are reserved per step and do not appear here.
 *
 * @param residentBytes bytes held from start to end
 * @param worstPeakBytes largest {@link ResourceRequest#peakBytes} of any step
 * @param cacheBlocks largest need of any step, per cache class
 */
public record LoopDemand(
    long residentBytes, long worstPeakBytes, SortedMap<String, Long> cacheBlocks) {

  /** Needs nothing. */
  public static final LoopDemand NONE = new LoopDemand(0, 0, new TreeMap<>());

  public LoopDemand {
    if (residentBytes < 0 || worstPeakBytes < 0) {
      throw new IllegalArgumentException("a loop's demand is never negative");
    }
    cacheBlocks = Collections.unmodifiableSortedMap(new TreeMap<>(cacheBlocks));
    if (cacheBlocks.values().stream().anyMatch(blocks -> blocks < 0)) {
      throw new IllegalArgumentException("a loop's demand of cache blocks is never negative");
    }
  }

  /** Needs memory only. */
  public static LoopDemand ofBytes(long residentBytes, long worstPeakBytes) {
    return new LoopDemand(residentBytes, worstPeakBytes, new TreeMap<>());
  }

  /**
   * Resident bytes and worst peak together.
   *
   * @throws ArithmeticException if they exceed a long
   */
  public long bytes() {
    return Math.addExact(residentBytes, worstPeakBytes);
  }

  /** Whether a step that asks for {@code request} stays within this demand. */
  public boolean covers(ResourceRequest request) {
    return request.residentBytes() <= residentBytes
        && request.peakBytes() <= worstPeakBytes
        && request.cacheBlocks().entrySet().stream()
            .allMatch(entry -> entry.getValue() <= cacheBlocks.getOrDefault(entry.getKey(), 0L));
  }
}
