package dev.evolve.app.memory;

import java.time.Instant;
import java.util.List;

/**
 * A set of trials that is remembered.
 *
 * @param importId by which it is forgotten; empty for what a campaign measured
 * @param kernel the pack or kernel
 * @param hardware the machine
 * @param shape the input; empty for all or where it is not known
 * @param origin where it comes from
 * @param at when it was measured or, of an import, taken in
 * @param parameters names of the knobs
 * @param trials how many configurations
 */
public record MemoryEntry(
    String importId,
    String kernel,
    String hardware,
    String shape,
    String origin,
    Instant at,
    List<String> parameters,
    int trials) {

  public MemoryEntry {
    parameters = List.copyOf(parameters);
  }
}
