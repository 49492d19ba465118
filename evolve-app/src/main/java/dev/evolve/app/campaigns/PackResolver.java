package dev.evolve.app.campaigns;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.PackSource;
import java.nio.file.Path;

/** Finds the repository behind a pack's directory and reads the pack at its newest commit. */
@FunctionalInterface
public interface PackResolver {

  /**
   * Resolves a directory.
   *
   * @throws dev.evolve.error.EvolveException INVALID_PACK with every problem, CONFLICT if the
   *     working directory is not clean, NOT_FOUND if there is no pack
   */
  ResolvedPack resolve(Path directory);

  /**
   * A pack that a campaign can start from.
   *
   * @param source its commit
   * @param pack the pack at that commit
   * @param baseline the configuration in force at that commit
   */
  record ResolvedPack(PackSource source, BenchPack pack, Configuration baseline) {}
}
