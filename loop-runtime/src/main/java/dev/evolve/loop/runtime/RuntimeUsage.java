package dev.evolve.loop.runtime;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a runtime holds at the end of a turn.
 *
 * @param loops loops that have not ended
 * @param queued of these, waiting for admission
 * @param parked of these, waiting for a signal or a deadline
 * @param stepsInFlight steps handed to executors
 * @param commitsPending steps that wait for the store
 * @param reserved what is reserved, by resource; empty when nothing is
 */
public record RuntimeUsage(
    int loops,
    int queued,
    int parked,
    int stepsInFlight,
    int commitsPending,
    SortedMap<String, Long> reserved) {

  /** Of a runtime that drives nothing. */
  public static final RuntimeUsage NOTHING = new RuntimeUsage(0, 0, 0, 0, 0, new TreeMap<>());

  public RuntimeUsage {
    reserved = Collections.unmodifiableSortedMap(new TreeMap<>(reserved));
  }
}
