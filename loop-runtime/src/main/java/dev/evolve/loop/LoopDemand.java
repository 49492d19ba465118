package dev.evolve.loop;

/**
 * What a loop needs for its whole life. Admission reserves all of it together before the loop
 * starts, so that an admitted loop can always take its next step. No plan of the loop may ask for
 * more; compute, transfer and exclusive devices are reserved per step and do not appear here.
 *
 * @param residentBytes bytes held from start to end
 * @param worstPeakBytes largest {@link ResourceRequest#peakBytes} of any step
 * @param cacheBlocks largest need of any step, per cache class
 * @param graphSlots largest {@link ResourceRequest#graphSlots} of any step
 */
public record LoopDemand(
    long residentBytes, long worstPeakBytes, CacheBlocks cacheBlocks, int graphSlots) {

  /** Needs nothing. */
  public static final LoopDemand NONE = new LoopDemand(0, 0, CacheBlocks.NONE, 0);

  public LoopDemand {
    if (residentBytes < 0 || worstPeakBytes < 0 || graphSlots < 0) {
      throw new IllegalArgumentException("a loop's demand is never negative");
    }
  }

  /** Needs memory only. */
  public static LoopDemand ofBytes(long residentBytes, long worstPeakBytes) {
    return new LoopDemand(residentBytes, worstPeakBytes, CacheBlocks.NONE, 0);
  }

  /** This demand with cache blocks. */
  public LoopDemand withCacheBlocks(CacheBlocks blocks) {
    return new LoopDemand(residentBytes, worstPeakBytes, blocks, graphSlots);
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
        && request.graphSlots() <= graphSlots
        && request.cacheBlocks().isWithin(cacheBlocks);
  }
}
