package dev.evolve.loop.capture;

import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkUnitKind;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a captured graph depends on. A graph is replayed for exactly the steps whose key
 * equals its own.
 *
 * @param device device and architecture that it was captured on
 * @param form what the executor says of the step's structure
 * @param batchKey the shape of each step
 * @param componentVersions version of every component that takes part, by name
 * @param batchSize how many steps it executes together
 */
public record GraphKey(
    String device,
    GraphForm form,
    ShapeSignature batchKey,
    SortedMap<String, String> componentVersions,
    int batchSize) {

  public GraphKey {
    componentVersions = Collections.unmodifiableSortedMap(new TreeMap<>(componentVersions));
  }

  /** The capture itself as a unit of work, apart from the step that it is for. */
  public ShapeSignature captureUnit() {
    return new ShapeSignature(
        WorkUnitKind.GRAPH_CAPTURE, batchKey.dims(), batchKey.dtype(), batchKey.extra());
  }

  GraphKey forBatchOf(int size) {
    return new GraphKey(device, form, batchKey, componentVersions, size);
  }
}
