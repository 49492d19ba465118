package dev.evolve.loop.runtime;

import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.ResourceRequest;
import java.util.Arrays;

/** Positive amounts of resources that are reserved together, by the resources' numbers. */
final class Needs {

  private static final double MICROS = 1e6;

  final int[] resources;
  final long[] amounts;

  private Needs(int[] resources, long[] amounts) {
    this.resources = resources;
    this.amounts = amounts;
  }

  /** What a loop holds for its life. */
  static Needs of(LoopDemand demand, ResourceNames names) {
    Builder needs = new Builder();
    needs.put(ResourceNames.MEMORY, demand.bytes());
    needs.put(ResourceNames.GRAPHS, demand.graphSlots());
    demand.cacheBlocks().forEach((name, blocks) -> needs.put(names.cache(name), blocks));
    return needs.build();
  }

  /** What a step holds beside its loop's share. */
  static Needs of(ResourceRequest request, ResourceNames names) {
    Builder needs = new Builder();
    needs.put(ResourceNames.STEPS, 1);
    needs.put(ResourceNames.COMPUTE, micros(request.computeSeconds()));
    needs.put(ResourceNames.TRANSFER, request.transferBytes());
    request.exclusiveDevices().forEach(name -> needs.put(names.device(name), 1));
    return needs.build();
  }

  /** Whole microseconds, rounded up, so that what is released equals what was reserved. */
  static long micros(double seconds) {
    return (long) Math.ceil(seconds * MICROS);
  }

  private static final class Builder {
    private int[] resources = new int[4];
    private long[] amounts = new long[4];
    private int size;

    void put(int resource, long amount) {
      if (amount == 0) {
        return;
      }
      if (size == resources.length) {
        resources = Arrays.copyOf(resources, 2 * size);
        amounts = Arrays.copyOf(amounts, 2 * size);
      }
      resources[size] = resource;
      amounts[size++] = amount;
    }

    Needs build() {
      return new Needs(Arrays.copyOf(resources, size), Arrays.copyOf(amounts, size));
    }
  }
}
