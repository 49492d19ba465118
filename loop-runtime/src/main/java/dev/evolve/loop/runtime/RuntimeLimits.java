package dev.evolve.loop.runtime;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Every limit of a runtime.
 *
 * @param pools what loops and steps share
 * @param queues how long each queue may grow
 * @param turns how much one turn does
 * @param retry how a store that is away is tried again
 * @param idleWait longest sleep of an idle driver
 * @param closeGrace how long {@link LoopDriver#close} waits for steps in flight
 */
public record RuntimeLimits(
    Pools pools, Queues queues, Turns turns, Retry retry, Duration idleWait, Duration closeGrace) {

  /** Generous limits that suit one machine; memory and compute are not restricted. */
  public static RuntimeLimits defaults() {
    return new RuntimeLimits(
        Pools.unlimited(),
        new Queues(100_000, 4_096, 64, 1_024),
        new Turns(4_096, 4_096, 1_024, 256),
        new Retry(Duration.ofMillis(100), Duration.ofSeconds(5), 3),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5));
  }

  /** These limits with other pools. */
  public RuntimeLimits withPools(Pools other) {
    return new RuntimeLimits(other, queues, turns, retry, idleWait, closeGrace);
  }

  /** These limits with other queues. */
  public RuntimeLimits withQueues(Queues other) {
    return new RuntimeLimits(pools, other, turns, retry, idleWait, closeGrace);
  }

  /** These limits with other turns. */
  public RuntimeLimits withTurns(Turns other) {
    return new RuntimeLimits(pools, queues, other, retry, idleWait, closeGrace);
  }

  /** These limits with other retries. */
  public RuntimeLimits withRetry(Retry other) {
    return new RuntimeLimits(pools, queues, turns, other, idleWait, closeGrace);
  }

  /** These limits with another grace on closing. */
  public RuntimeLimits withCloseGrace(Duration other) {
    return new RuntimeLimits(pools, queues, turns, retry, idleWait, other);
  }

  /**
   * What loops and steps share.
   *
   * @param memoryBytes resident bytes and worst peaks of all loops together
   * @param computeSeconds predicted seconds of all steps in flight together
   * @param cacheBlocks blocks per cache class; a class that is not named has none
   * @param transferBytes bytes that all steps in flight together may be moving between pools
   * @param graphSlots captured graphs of all loops together
   * @param widths batches that each named pool takes at once; a plan that names another pool never
   *     fits. Empty means that every pool takes any number
   */
  public record Pools(
      long memoryBytes,
      double computeSeconds,
      SortedMap<String, Long> cacheBlocks,
      long transferBytes,
      int graphSlots,
      SortedMap<String, Integer> widths) {

    /** More than a machine has, small enough that sums of claims stay within a long. */
    static final long MOST_BYTES = 1L << 48;

    static final double MOST_SECONDS = 1e6;

    public Pools {
      requireWithin("memoryBytes", memoryBytes, MOST_BYTES);
      requireWithin("computeSeconds", computeSeconds, MOST_SECONDS);
      cacheBlocks.values().forEach(blocks -> requireWithin("cacheBlocks", blocks, MOST_BYTES));
      cacheBlocks = Collections.unmodifiableSortedMap(new TreeMap<>(cacheBlocks));
      requireWithin("transferBytes", transferBytes, MOST_BYTES);
      requireWithin("graphSlots", graphSlots, Integer.MAX_VALUE);
      widths.values().forEach(width -> requirePositive("widths", width));
      widths = Collections.unmodifiableSortedMap(new TreeMap<>(widths));
    }

    /** No restriction of transfers, graphs and pools. */
    public Pools(long memoryBytes, double computeSeconds, SortedMap<String, Long> cacheBlocks) {
      this(
          memoryBytes,
          computeSeconds,
          cacheBlocks,
          MOST_BYTES,
          Integer.MAX_VALUE,
          Collections.emptySortedMap());
    }

    /** These pools, each named one taking so many batches at once. */
    public Pools withWidths(SortedMap<String, Integer> batchesAtOnce) {
      return new Pools(
          memoryBytes, computeSeconds, cacheBlocks, transferBytes, graphSlots, batchesAtOnce);
    }

    /** These pools with a limit of bytes that are being moved. */
    public Pools withTransferBytes(long bytes) {
      return new Pools(memoryBytes, computeSeconds, cacheBlocks, bytes, graphSlots, widths);
    }

    /** These pools with a limit of captured graphs. */
    public Pools withGraphSlots(int slots) {
      return new Pools(memoryBytes, computeSeconds, cacheBlocks, transferBytes, slots, widths);
    }

    private static void requireWithin(String name, double value, double most) {
      if (!(value >= 0 && value <= most)) {
        throw new IllegalArgumentException(name + " must be from 0 to " + most + ", not " + value);
      }
    }

    /** No restriction of memory and compute, no cache blocks. */
    public static Pools unlimited() {
      return ofBytes(MOST_BYTES);
    }

    /** So many bytes, compute without restriction, no cache blocks. */
    public static Pools ofBytes(long memoryBytes) {
      return new Pools(memoryBytes, MOST_SECONDS, new TreeMap<>());
    }
  }

  /**
   * How long each queue may grow.
   *
   * @param loops loops that have not ended; restored ones are always taken
   * @param commands submits, signals and cancels that wait for a turn
   * @param signalsPerLoop signals that wait behind one in flight
   * @param waitersScanned waiting loops or steps that one turn looks at for a reservation
   */
  public record Queues(int loops, int commands, int signalsPerLoop, int waitersScanned) {

    static final int MOST_LOOPS = 2_000_000;

    /** Keeps sums of claims within a long, see {@link Pools}. */
    static final int MOST_SCANNED = 1 << 14;

    public Queues {
      requirePositive("loops", loops);
      requirePositive("commands", commands);
      requirePositive("signalsPerLoop", signalsPerLoop);
      requirePositive("waitersScanned", waitersScanned);
      if (loops > MOST_LOOPS) {
        throw new IllegalArgumentException("at most " + MOST_LOOPS + " loops, not " + loops);
      }
      if (waitersScanned > MOST_SCANNED) {
        throw new IllegalArgumentException(
            "at most " + MOST_SCANNED + " waitersScanned, not " + waitersScanned);
      }
    }
  }

  /**
   * How much one turn does, and how much may be under way.
   *
   * @param messages answers, and as many commands, taken from the inbox in a turn
   * @param plans loops planned in a turn
   * @param stepsInFlight steps handed to executors and not answered yet
   * @param batch works in one call of an executor
   */
  public record Turns(int messages, int plans, int stepsInFlight, int batch) {
    public Turns {
      requirePositive("messages", messages);
      requirePositive("plans", plans);
      requirePositive("stepsInFlight", stepsInFlight);
      requirePositive("batch", batch);
    }
  }

  /**
   * How a store that is away is tried again: after {@code first}, then twice as long each time, up
   * to {@code longest}; and how often a loop goes on after its pool broke.
   *
   * @param first first pause
   * @param longest longest pause
   * @param poolResumes how often in a row, without a step in between, a loop takes its step again
   *     because its pool broke; once more and it fails
   */
  public record Retry(Duration first, Duration longest, int poolResumes) {
    public Retry {
      requirePositive("poolResumes", poolResumes);
      if (!first.isPositive() || longest.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "a retry pauses longer than zero and at most " + longest + ", not " + first);
      }
    }

    Duration pauseAfter(int failures) {
      Duration pause = first;
      for (int i = 1; i < failures && pause.compareTo(longest) < 0; i++) {
        pause = pause.multipliedBy(2);
      }
      return pause.compareTo(longest) < 0 ? pause : longest;
    }
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }
}
