package dev.evolve.promotion;

import dev.evolve.git.CheckedObjects;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/** Working directories as merges and reverts see them: by commits, and only where there is one. */
final class WorkingCopies {

  private WorkingCopies() {}

  /** Why a branch cannot move from one commit to a tree; empty if nothing stands against it. */
  static Optional<String> obstacle(
      Repository repository, String branch, ObjectId before, ObjectId after) throws IOException {
    Optional<String> elsewhere = WorkingCopy.elsewhere(repository, branch);
    if (elsewhere.isPresent()) {
      return Optional.of(
          "the branch "
              + branch
              + " is checked out in the linked worktree "
              + elsewhere.get()
              + "; check another branch out there, then try again");
    }
    Optional<WorkingCopy> copy = WorkingCopy.of(repository, branch);
    return copy.isEmpty()
        ? Optional.empty()
        : copy.get().obstacle(treeOf(repository, before), treeOf(repository, after));
  }

  /** Brings the working directory, if there is one, from one commit to another. */
  static void update(Repository repository, String branch, ObjectId before, ObjectId after)
      throws IOException {
    Optional<WorkingCopy> copy = WorkingCopy.of(repository, branch);
    if (copy.isPresent()) {
      copy.get().update(treeOf(repository, before), treeOf(repository, after));
    }
  }

  /** The tree of a commit. */
  static ObjectId treeOf(Repository repository, ObjectId commit) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).treeOf(commit);
    }
  }
}
