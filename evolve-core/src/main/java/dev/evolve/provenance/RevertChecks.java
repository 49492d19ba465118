package dev.evolve.provenance;

import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import dev.evolve.git.ThreeWayTrees;
import dev.evolve.git.UnstoredObjects;
import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Checks a revert commit: what it undoes, for whom, and that it undoes just that. */
final class RevertChecks {

  private final Repository repository;
  private final CheckedObjects objects;
  private final AllowedSigners trusted;

  RevertChecks(Repository repository, CheckedObjects objects, AllowedSigners trusted) {
    this.repository = repository;
    this.objects = objects;
    this.trusted = trusted;
  }

  /** Makes every check. */
  void check(CommitObject revert, CheckList checks) {
    CommitObject merge =
        checks.find("reverted-merge", "a signed merge of the same proposal", () -> merge(revert));
    checks.holds("revert-person", () -> person(revert));
    if (merge == null) {
      checks.impossible("the merge cannot be read", "revert-tree");
    } else {
      checks.holds("revert-tree", () -> tree(revert, merge));
    }
  }

  private CommitObject merge(CommitObject revert) throws IOException {
    String hash = CommitMessage.onlyValue(revert.message(), Trailers.REVERTS);
    if (!ObjectId.isId(hash)) {
      throw CheckList.broken("the merge that is undone", "\"" + hash + "\"");
    }
    CommitObject merge = objects.commit(ObjectId.fromString(hash));
    AllowedSigners.Signer signer = CommitSignatures.signer(merge, trusted);
    String proposal = CommitMessage.onlyValue(merge.message(), Trailers.PROPOSAL);
    boolean isMerge = merge.parents().size() == 2 && !proposal.isEmpty();
    if (!isMerge) {
      throw CheckList.broken(
          "a merge by Evolve", "another commit, signed by " + signer.principal());
    }
    CheckList.same(
        "a merge of the proposal",
        CommitMessage.onlyValue(revert.message(), Trailers.PROPOSAL),
        proposal);
    return merge;
  }

  private static String person(CommitObject revert) {
    String person = CommitMessage.onlyValue(revert.message(), Trailers.REVERTED_BY);
    if (person.isEmpty()) {
      throw CheckList.broken("who had it undone", "nobody");
    }
    return "undone by " + person;
  }

  private String tree(CommitObject revert, CommitObject merge) throws IOException {
    if (revert.parents().size() != 1) {
      throw CheckList.broken("one parent", revert.parents().size());
    }
    ObjectId before = objects.treeOf(merge.parents().getFirst());
    ObjectId now = objects.treeOf(revert.parents().getFirst());
    ObjectId expected = now.equals(merge.tree()) ? before : merged(before, merge.tree(), now);
    if (expected == null) {
      throw CheckList.broken("a revert without conflicts", "later commits on the same lines");
    }
    CheckList.same("the tree without the change", expected.name(), revert.tree().name());
    return expected.equals(before)
        ? "restores the tree before the change, " + before.name()
        : "takes the change out of the tree " + now.name();
  }

  private @Nullable ObjectId merged(ObjectId before, ObjectId after, ObjectId now)
      throws IOException {
    try (UnstoredObjects scratch = new UnstoredObjects(repository)) {
      return switch (ThreeWayTrees.without(scratch, before, after, now)) {
        case ThreeWayTrees.Outcome.Merged outcome -> outcome.tree();
        case ThreeWayTrees.Outcome.Conflict conflict -> null;
      };
    }
  }
}
