package dev.evolve.loop;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a step looks like to the batcher and the cost model. Two plans batch together exactly when
 * their {@link #batchKey()} is equal.
 *
 * @param kind the kind of work
 * @param dims the work's extents; each counts as at least 1
 * @param dtype element type, empty where there is none
 * @param extra whatever else keeps two plans apart, sorted by key
 */
public record ShapeSignature(
    WorkUnitKind kind, List<Long> dims, String dtype, SortedMap<String, String> extra) {

  public ShapeSignature {
    dims = List.copyOf(dims);
    extra =
        extra.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }

  /** A shape without dims, dtype and extras: one work unit. */
  public static ShapeSignature of(WorkUnitKind kind) {
    return new ShapeSignature(kind, List.of(), "", Collections.emptySortedMap());
  }

  /** A shape with dims and dtype. */
  public static ShapeSignature of(WorkUnitKind kind, String dtype, Long... dims) {
    return new ShapeSignature(kind, List.of(dims), dtype, Collections.emptySortedMap());
  }

  /**
   * Product of the dims, each counted as at least 1.
   *
   * @throws ArithmeticException if it exceeds a long
   */
  public long workUnits() {
    long units = 1;
    for (long dim : dims) {
      units = Math.multiplyExact(units, Math.max(1, dim));
    }
    return units;
  }

  /** The key by which plans are batched: all four components. */
  public ShapeSignature batchKey() {
    return this;
  }
}
