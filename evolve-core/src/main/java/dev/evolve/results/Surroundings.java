package dev.evolve.results;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a file says of how its values came about.
 *
 * @param machine host, processor, cores, system: must be the same everywhere
 * @param method threads, iterations, modes: must be the same everywhere
 * @param software versions of run-time systems and libraries: one within an arm
 */
public record Surroundings(
    SortedMap<String, String> machine,
    SortedMap<String, String> method,
    SortedMap<String, String> software) {

  public Surroundings {
    machine = copy(machine);
    method = copy(method);
    software = copy(software);
  }

  private static SortedMap<String, String> copy(SortedMap<String, String> from) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(from));
  }
}
