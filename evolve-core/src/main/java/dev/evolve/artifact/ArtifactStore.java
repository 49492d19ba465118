package dev.evolve.artifact;

import java.nio.file.Path;

/** Content-addressed store of files. What was put comes back with the same bytes or not at all. */
public interface ArtifactStore {

  /**
   * Stores a file.
   *
   * @return its SHA-256, lower-case hex
   */
  String put(Path file);

  /** True if the store holds content with that hash. */
  boolean contains(String sha256);

  /**
   * Writes the content to {@code target}, after checking its hash; keeps the executable bit.
   *
   * @throws dev.evolve.error.EvolveException NOT_FOUND, or DATA_CORRUPT if the bytes do not match
   */
  void materialise(String sha256, Path target);
}
