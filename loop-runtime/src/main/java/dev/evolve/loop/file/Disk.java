package dev.evolve.loop.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The operations on files that the store is built from; tests put failing and forgetful ones in.
 */
interface Disk {

  /** Makes the directory unless it is there. */
  void createDirectory(Path directory) throws IOException;

  /** The files of a directory, by name. */
  List<Path> list(Path directory) throws IOException;

  /** Creates a file, which must not exist, for appending. */
  DiskFile create(Path file) throws IOException;

  /** Opens a file that exists, for reading and trimming. */
  DiskFile open(Path file) throws IOException;

  /** Renames within a directory; what has the new name is replaced. */
  void rename(Path from, Path to) throws IOException;

  void delete(Path file) throws IOException;

  /** Makes creations, renames and deletions in a directory durable. */
  void syncDirectory(Path directory) throws IOException;
}
