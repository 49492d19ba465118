package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Gives every resource that can be reserved a small number, and knows how much there is of each.
 * Devices get their number when they are first asked for; each has a capacity of 1.
 */
final class ResourceNames {

  static final int MEMORY = 0;
  static final int COMPUTE = 1;
  static final int STEPS = 2;
  static final int TRANSFER = 3;
  static final int GRAPHS = 4;

  /** Devices are named by plans; a loop that makes names up without end is refused. */
  private static final int MOST_RESOURCES = 1 << 16;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private long[] capacity = new long[16];

  ResourceNames(RuntimeLimits limits) {
    RuntimeLimits.Pools pools = limits.pools();
    add("memory bytes", pools.memoryBytes());
    add("compute microseconds", Needs.micros(pools.computeSeconds()));
    add("steps in flight", limits.turns().stepsInFlight());
    add("transfer bytes", pools.transferBytes());
    add("graph slots", pools.graphSlots());
    pools.cacheBlocks().forEach((name, blocks) -> add(cacheName(name), blocks));
  }

  int cache(String cacheClass) {
    return number(cacheName(cacheClass), 0);
  }

  int device(String device) {
    return number("device " + device, 1);
  }

  /** How much there is; nothing of what was never named. */
  long capacity(int number) {
    return capacity[number];
  }

  String name(int number) {
    return names.get(number);
  }

  int count() {
    return names.size();
  }

  /** Puts amounts into words, leaving out zeros. */
  void describe(long[] amounts, SortedMap<String, Long> into) {
    for (int i = 0; i < amounts.length && i < names.size(); i++) {
      if (amounts[i] != 0) {
        into.put(names.get(i), amounts[i]);
      }
    }
  }

  private int number(String name, long capacityIfNew) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= MOST_RESOURCES) {
      throw new IllegalArgumentException("too many different resources were asked for: " + name);
    }
    return add(name, capacityIfNew);
  }

  private int add(String name, long amount) {
    int number = names.size();
    names.add(name);
    numbers.put(name, number);
    if (number == capacity.length) {
      capacity = Arrays.copyOf(capacity, 2 * number);
    }
    capacity[number] = amount;
    return number;
  }

  private static String cacheName(String cacheClass) {
    return "cache blocks of " + cacheClass;
  }
}
