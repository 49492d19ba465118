package dev.evolve.workspace;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CandidateTrees;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.GitRepositories;
import dev.evolve.git.UnstoredObjects;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * The directories of one evaluation. Closing removes them; what a crash leaves is removed when a
 * workspace of the same id is opened again.
 */
public final class Workspace implements AutoCloseable {

  private final Path root;

  Workspace(Path root) {
    this.root = root;
  }

  /**
   * Puts a tree into a new directory.
   *
   * @param name of the directory; what was there is removed
   * @param source the base commit
   * @param pack the pack at that commit
   * @param changeset what to change; empty for the base itself
   * @throws EvolveException INVALID_REQUEST if the changeset does not apply or goes too far
   */
  public Checkout checkOut(
      String name, PackSource source, BenchPack pack, Optional<Changeset> changeset) {
    Path directory = emptyDirectory(name);
    try (Repository repository = GitRepositories.open(Path.of(source.repository()));
        UnstoredObjects candidate = new UnstoredObjects(repository);
        ObjectReader reader = candidate.newReader()) {
      CheckedObjects objects = new CheckedObjects(reader);
      ObjectId tree =
          changeset.isPresent()
              ? CandidateTrees.of(repository, candidate, source, pack, changeset.get())
              : objects.treeOf(ObjectId.fromString(source.commit()));
      new TreeWriter(objects, directory).write(tree);
      return new Checkout(directory, packDirectory(directory, source), tree.name());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "cannot check out " + source.commit() + " of " + source.repository() + ": " + e,
          e);
    }
  }

  private static Path packDirectory(Path tree, PackSource source) {
    Path pack = tree.resolve(source.directory()).normalize();
    if (!pack.startsWith(tree) || !Files.isDirectory(pack)) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND,
          "no directory " + source.directory() + " at commit " + source.commit());
    }
    return pack;
  }

  /** Where a directory of that name is, made or not. */
  public Path directory(String name) {
    return root.resolve(name);
  }

  /** A new, empty directory; what was there is removed. */
  public Path emptyDirectory(String name) {
    Path directory = root.resolve(name);
    try {
      FileTrees.delete(directory);
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  /** Removes a directory that is no longer needed. */
  public void remove(String name) {
    try {
      FileTrees.delete(root.resolve(name));
    } catch (IOException e) {
      throw unusable(root.resolve(name), e);
    }
  }

  @Override
  public void close() {
    try {
      FileTrees.delete(root);
    } catch (IOException e) {
      throw unusable(root, e);
    }
  }

  static EvolveException unusable(Path directory, IOException e) {
    return new EvolveException(
        ErrorCode.OUT_OF_RESOURCES, "cannot use the directory " + directory + ": " + e, e);
  }
}
