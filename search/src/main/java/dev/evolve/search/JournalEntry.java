package dev.evolve.search;

/** Something that happened in a search. */
public sealed interface JournalEntry {

  /** A point was asked for. */
  record Asked(Proposal proposal) implements JournalEntry {}

  /** A result was told. */
  record Told(Trial trial) implements JournalEntry {}
}
