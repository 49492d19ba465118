package dev.evolve.loop.runtime;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts how much of each resource is taken, against a fixed capacity. */
final class Ledger {

  private final ResourceNames names;
  private long[] taken;

  Ledger(ResourceNames names) {
    this(names, new long[names.count()]);
  }

  private Ledger(ResourceNames names, long[] taken) {
    this.names = names;
    this.taken = taken;
  }

  Ledger copy() {
    return new Ledger(names, taken.clone());
  }

  boolean fits(Needs needs) {
    for (int i = 0; i < needs.resources.length; i++) {
      int resource = needs.resources[i];
      if (needs.amounts[i] > names.capacity(resource) - takenOf(resource)) {
        return false;
      }
    }
    return true;
  }

  /** Says what exceeds the capacity even when nothing is taken; null if nothing does. */
  @Nullable String shortfall(Needs needs) {
    StringJoiner found = new StringJoiner("; ");
    for (int i = 0; i < needs.resources.length; i++) {
      int resource = needs.resources[i];
      if (needs.amounts[i] > names.capacity(resource)) {
        found.add(
            needs.amounts[i]
                + " "
                + names.name(resource)
                + " wanted, "
                + names.capacity(resource)
                + " in all");
      }
    }
    return found.length() == 0 ? null : found.toString();
  }

  /** Whether a resource that {@code needs} names is taken by {@code holder} as well. */
  static boolean share(Needs needs, Needs holder) {
    for (int wanted : needs.resources) {
      for (int held : holder.resources) {
        if (wanted == held) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes the amounts, even beyond the capacity. */
  void take(Needs needs) {
    for (int i = 0; i < needs.resources.length; i++) {
      int resource = needs.resources[i];
      if (resource >= taken.length) {
        taken = Arrays.copyOf(taken, names.count());
      }
      taken[resource] = Math.addExact(taken[resource], needs.amounts[i]);
    }
  }

  /** Gives the amounts back. */
  void release(Needs needs) {
    for (int i = 0; i < needs.resources.length; i++) {
      int resource = needs.resources[i];
      long left = takenOf(resource) - needs.amounts[i];
      if (left < 0) {
        throw new IllegalStateException(
            needs.amounts[i]
                + " "
                + names.name(resource)
                + " released, but only "
                + takenOf(resource)
                + " taken");
      }
      taken[resource] = left;
    }
  }

  /** What is taken, by resource; zeros left out. */
  SortedMap<String, Long> taken() {
    SortedMap<String, Long> amounts = new TreeMap<>();
    names.describe(taken, amounts);
    return amounts;
  }

  long takenOf(int resource) {
    return resource < taken.length ? taken[resource] : 0;
  }
}
