package dev.evolve.promotion;

import dev.evolve.git.CommitMessage;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Finds what was done already. */
final class History {

  private final Repository repository;

  History(Repository repository) {
    this.repository = repository;
  }

  /** Whether a commit is in the history of another. */
  boolean contains(ObjectId head, ObjectId commit) throws IOException {
    try (RevWalk walk = new RevWalk(repository)) {
      return walk.isMergedInto(walk.parseCommit(commit), walk.parseCommit(head));
    }
  }

  /** The merge of {@code commit} between {@code base} and {@code head}; null if there is none. */
  @Nullable ObjectId mergeOf(ObjectId commit, ObjectId base, ObjectId head) throws IOException {
    return find(
        head,
        base,
        candidate ->
            candidate.getParentCount() == 2 && candidate.getParent(1).getId().equals(commit));
  }

  /** The commit after {@code since} whose trailer has that value; null if there is none. */
  @Nullable ObjectId withTrailer(ObjectId head, ObjectId since, String key, String value)
      throws IOException {
    return find(
        head,
        since,
        candidate -> CommitMessage.values(candidate.getFullMessage(), key).equals(List.of(value)));
  }

  private @Nullable ObjectId find(ObjectId head, ObjectId since, Predicate<RevCommit> wanted)
      throws IOException {
    try (RevWalk walk = new RevWalk(repository)) {
      walk.markStart(walk.parseCommit(head));
      walk.markUninteresting(walk.parseCommit(since));
      for (RevCommit candidate = walk.next(); candidate != null; candidate = walk.next()) {
        if (wanted.test(candidate)) {
          return candidate.getId().copy();
        }
      }
      return null;
    }
  }
}
