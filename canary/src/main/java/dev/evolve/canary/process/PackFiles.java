package dev.evolve.canary.process;

import dev.evolve.pack.PackSource;

/** Reads files of a pack as they are in its commit, never as they lie in a working directory. */
@FunctionalInterface
public interface PackFiles {

  /**
   * The content of a file.
   *
   * @param source the pack
   * @param path relative to the pack's directory
   * @throws dev.evolve.error.EvolveException NOT_FOUND if there is none
   */
  byte[] read(PackSource source, String path);
}
