package dev.evolve.results;

/** Reads the files of one format. */
interface ResultReader {

  /**
   * Reads a source.
   *
   * @throws UnreadableResultException saying where in the file what is wrong
   */
  ResultFile read(ResultSource source);
}
