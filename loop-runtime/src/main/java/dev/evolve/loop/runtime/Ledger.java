package dev.evolve.loop.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts how much of each resource is taken, against a fixed capacity. */
final class Ledger {

  private final Map<String, Long> capacity;
  private final Map<String, Long> taken;

  /**
   * @param capacity capacity by resource; a device has 1, anything else that is not named has none
   */
  Ledger(Map<String, Long> capacity) {
    this(Map.copyOf(capacity), new HashMap<>());
  }

  private Ledger(Map<String, Long> capacity, Map<String, Long> taken) {
    this.capacity = capacity;
    this.taken = taken;
  }

  Ledger copy() {
    return new Ledger(capacity, new HashMap<>(taken));
  }

  boolean fits(Needs needs) {
    for (Map.Entry<String, Long> need : needs.amounts().entrySet()) {
      if (need.getValue() > capacityOf(need.getKey()) - takenOf(need.getKey())) {
        return false;
      }
    }
    return true;
  }

  /** Says what exceeds the capacity even when nothing is taken; null if nothing does. */
  @Nullable String shortfall(Needs needs) {
    String found =
        needs.amounts().entrySet().stream()
            .filter(need -> need.getValue() > capacityOf(need.getKey()))
            .map(
                need ->
                    need.getValue()
                        + " "
                        + need.getKey()
                        + " wanted, "
                        + capacityOf(need.getKey())
                        + " in all")
            .collect(Collectors.joining("; "));
    return found.isEmpty() ? null : found;
  }

  /** Takes the amounts, even beyond the capacity. */
  void take(Needs needs) {
    needs.amounts().forEach((resource, amount) -> taken.merge(resource, amount, Math::addExact));
  }

  /** Gives the amounts back. */
  void release(Needs needs) {
    needs
        .amounts()
        .forEach(
            (resource, amount) -> {
              long left = takenOf(resource) - amount;
              if (left < 0) {
                throw new IllegalStateException(
                    amount
                        + " "
                        + resource
                        + " released, but only "
                        + takenOf(resource)
                        + " taken");
              }
              if (left == 0) {
                taken.remove(resource);
              } else {
                taken.put(resource, left);
              }
            });
  }

  /** What is taken, by resource. */
  SortedMap<String, Long> taken() {
    return new TreeMap<>(taken);
  }

  long takenOf(String resource) {
    return taken.getOrDefault(resource, 0L);
  }

  private long capacityOf(String resource) {
    return Needs.isDevice(resource) ? 1 : capacity.getOrDefault(resource, 0L);
  }
}
