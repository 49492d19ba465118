package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Which positions each query row of an attention call sees.
 *
 * @param spans three 32-bit integers a row: index in {@code tables} at which the row's block table
 *     begins, its first position, and one past its last; a span is never empty
 * @param tables block tables, 32-bit block numbers, one after another; rows may share one
 * @param count number of rows
 */
public record AttentionRows(MemorySegment spans, MemorySegment tables, int count) {

  /** Integers of {@code spans} for each row. */
  public static final int SPAN = 3;

  public AttentionRows {
    KernelChecks.require(count >= 0, "a row count of at least 0", count);
    KernelChecks.requireInts("spans", spans, (long) SPAN * count);
  }
}
