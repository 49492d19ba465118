package dev.evolve.pack;

/** Reads files of a pack as they are at its commit, whatever any working directory holds. */
@FunctionalInterface
public interface PackFiles {

  /**
   * Content of a file.
   *
   * @param source the commit
   * @param path path relative to the pack's directory
   * @throws dev.evolve.error.EvolveException NOT_FOUND if there is no such file at that commit
   */
  byte[] read(PackSource source, String path);
}
