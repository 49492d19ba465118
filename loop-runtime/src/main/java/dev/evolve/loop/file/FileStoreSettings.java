package dev.evolve.loop.file;

import java.time.Duration;

/**
 * How a {@link FileCheckpointStore} trades latency, memory and space.
 *
 * @param window how long, under load, a group may wait for more steps before it is written
 * @param bufferBytes size of each of the two buffers outside the heap that hold steps until they
 *     are durable; also the most that one step may take
 * @param segmentBytes size at which a file of the log is ended and the next begun
 * @param compactionFactor a snapshot is made once the files hold so many times more dead bytes than
 *     live ones
 * @param patience longest wait for the disk: for room to append, and for a commit to be durable
 */
public record FileStoreSettings(
    Duration window,
    int bufferBytes,
    long segmentBytes,
    double compactionFactor,
    Duration patience) {

  /** Window 2 ms, two buffers of 8 MiB, segments of 64 MiB, factor 4, patience 30 s. */
  public static final FileStoreSettings DEFAULT =
      new FileStoreSettings(Duration.ofMillis(2), 8 << 20, 64L << 20, 4.0, Duration.ofSeconds(30));

  private static final int LEAST_BUFFER = 1024;

  public FileStoreSettings {
    require(!window.isNegative(), "window must not be negative", window);
    require(
        bufferBytes >= LEAST_BUFFER, "bufferBytes must be at least " + LEAST_BUFFER, bufferBytes);
    require(segmentBytes > 0, "segmentBytes must be positive", segmentBytes);
    require(compactionFactor > 0, "compactionFactor must be positive", compactionFactor);
    require(patience.isPositive(), "patience must be positive", patience);
  }

  /** These settings with another window. */
  public FileStoreSettings withWindow(Duration other) {
    return new FileStoreSettings(other, bufferBytes, segmentBytes, compactionFactor, patience);
  }

  /** These settings with buffers of another size. */
  public FileStoreSettings withBufferBytes(int other) {
    return new FileStoreSettings(window, other, segmentBytes, compactionFactor, patience);
  }

  /** These settings with segments of another size. */
  public FileStoreSettings withSegmentBytes(long other) {
    return new FileStoreSettings(window, bufferBytes, other, compactionFactor, patience);
  }

  /** These settings with another factor of dead bytes. */
  public FileStoreSettings withCompactionFactor(double other) {
    return new FileStoreSettings(window, bufferBytes, segmentBytes, other, patience);
  }

  /** These settings with another patience. */
  public FileStoreSettings withPatience(Duration other) {
    return new FileStoreSettings(window, bufferBytes, segmentBytes, compactionFactor, other);
  }

  private static void require(boolean holds, String wanted, Object found) {
    if (!holds) {
      throw new IllegalArgumentException(wanted + ", but is " + found);
    }
  }
}
