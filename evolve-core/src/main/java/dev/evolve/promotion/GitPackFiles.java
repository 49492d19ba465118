package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.GitRepositories;
import dev.evolve.pack.PackFiles;
import dev.evolve.pack.PackSource;
import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Reads a pack's files from git objects. */
public final class GitPackFiles implements PackFiles {

  /** No file that Evolve itself reads from a pack is larger. */
  private static final int MAXIMUM_BYTES = 16 * 1024 * 1024;

  @Override
  public byte[] read(PackSource source, String path) {
    String inTree = source.directory().isEmpty() ? path : source.directory() + "/" + path;
    try (Repository repository = GitRepositories.open(Path.of(source.repository()));
        RevWalk walk = new RevWalk(repository)) {
      RevCommit commit = walk.parseCommit(ObjectId.fromString(source.commit()));
      try (TreeWalk found = TreeWalk.forPath(repository, inTree, commit.getTree())) {
        if (found == null || (found.getRawMode(0) & FileMode.TYPE_MASK) != FileMode.TYPE_FILE) {
          throw new EvolveException(
              ErrorCode.NOT_FOUND,
              "no file " + inTree + " at commit " + source.commit() + " of " + source.repository());
        }
        return repository.open(found.getObjectId(0)).getCachedBytes(MAXIMUM_BYTES);
      }
    } catch (LargeObjectException e) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK, inTree + " is larger than " + MAXIMUM_BYTES + " bytes", e);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "cannot read " + inTree + " from " + source.repository() + ": " + e.getMessage(),
          e);
    }
  }
}
