package dev.evolve.loop.file;

import java.nio.file.Path;

/**
 * A file of the store holds what this version did not write, or cannot read. Nothing was changed.
 * Steps are never skipped in silence: somebody has to bring the files back from a copy, or to
 * decide what may be lost.
 */
public final class CorruptStoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  CorruptStoreException(Path file, long offset, String found) {
    super(file + ", byte " + offset + ": " + found);
    this.file = file.toString();
    this.offset = offset;
  }

  /** The file. */
  public Path file() {
    return Path.of(file);
  }

  /** Where in the file what is wrong begins. */
  public long offset() {
    return offset;
  }
}
