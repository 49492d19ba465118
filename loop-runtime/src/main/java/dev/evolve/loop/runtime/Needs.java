package dev.evolve.loop.runtime;

import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.ResourceRequest;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Amounts of named resources that are reserved together.
 *
 * @param amounts positive amounts by resource
 */
record Needs(SortedMap<String, Long> amounts) {

  static final String MEMORY = "memory bytes";
  static final String COMPUTE = "compute microseconds";
  static final String STEPS = "steps in flight";
  private static final String CACHE = "cache blocks of ";
  private static final String DEVICE = "device ";
  private static final double MICROS = 1e6;

  private static final Needs ONE_STEP = new Needs(new TreeMap<>(Map.of(STEPS, 1L)));

  Needs {
    amounts = Collections.unmodifiableSortedMap(amounts);
  }

  /** What a loop holds for its life. */
  static Needs of(LoopDemand demand) {
    SortedMap<String, Long> amounts = new TreeMap<>();
    put(amounts, MEMORY, demand.bytes());
    demand.cacheBlocks().forEach((name, blocks) -> put(amounts, cache(name), blocks));
    return new Needs(amounts);
  }

  /** What a step holds beside its loop's share. */
  static Needs of(ResourceRequest request) {
    if (request.computeSeconds() == 0 && request.exclusiveDevices().isEmpty()) {
      return ONE_STEP;
    }
    SortedMap<String, Long> amounts = new TreeMap<>();
    put(amounts, STEPS, 1);
    put(amounts, COMPUTE, micros(request.computeSeconds()));
    request.exclusiveDevices().forEach(name -> put(amounts, DEVICE + name, 1));
    return new Needs(amounts);
  }

  static String cache(String cacheClass) {
    return CACHE + cacheClass;
  }

  static boolean isDevice(String resource) {
    return resource.startsWith(DEVICE);
  }

  /** Whole microseconds, rounded up, so that what is released equals what was reserved. */
  static long micros(double seconds) {
    return (long) Math.ceil(seconds * MICROS);
  }

  boolean isNothing() {
    return amounts.isEmpty();
  }

  private static void put(SortedMap<String, Long> amounts, String resource, long amount) {
    if (amount > 0) {
      amounts.put(resource, amount);
    }
  }
}
