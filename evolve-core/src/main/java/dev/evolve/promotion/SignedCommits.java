package dev.evolve.promotion;

import dev.evolve.git.CommitObject;
import dev.evolve.provenance.CommitSignatures;
import dev.evolve.provenance.SigningKey;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;

/** Writes signed commits. */
final class SignedCommits {

  private final CommitterIdentity identity;
  private final SigningKey key;
  private final InstantSource clock;

  SignedCommits(CommitterIdentity identity, SigningKey key, InstantSource clock) {
    this.identity = identity;
    this.key = key;
    this.clock = clock;
  }

  /** Writes a commit; the branch is not moved. */
  ObjectId write(ObjectInserter inserter, ObjectId tree, List<ObjectId> parents, String message)
      throws IOException {
    String who = identity.at(clock.instant());
    CommitObject commit =
        CommitSignatures.sign(key, new CommitObject(tree, parents, who, who, "", message));
    ObjectId id = inserter.insert(Constants.OBJ_COMMIT, commit.bytes());
    inserter.flush();
    return id;
  }
}
