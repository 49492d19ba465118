package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** The branches of a repository; they move only from where they are expected to be. */
final class Branches {

  private static final String PROPOSALS = "evolve/";

  private final Repository repository;

  Branches(Repository repository) {
    this.repository = repository;
  }

  /** Name of a proposal's branch. */
  static String ofProposal(String proposalId) {
    return PROPOSALS + proposalId;
  }

  /** Where a branch is; null if there is none. */
  @Nullable ObjectId head(String branch) throws IOException {
    Ref ref = repository.exactRef(Constants.R_HEADS + branch);
    ObjectId id = ref == null ? null : ref.getObjectId();
    return id == null ? null : id.copy();
  }

  /** Where a branch is. */
  ObjectId headOrThrow(String branch) throws IOException {
    ObjectId head = head(branch);
    if (head == null) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "wanted the branch "
              + branch
              + " in "
              + repository.getDirectory()
              + ", found none; create it, or start the campaign on another branch");
    }
    return head;
  }

  /**
   * Moves a branch if it is where it is expected to be.
   *
   * @param expected the zero hash if the branch must not exist yet
   * @return false if it is elsewhere by now
   */
  boolean move(String branch, ObjectId expected, ObjectId to, String reason) throws IOException {
    RefUpdate update = repository.updateRef(Constants.R_HEADS + branch);
    update.setExpectedOldObjectId(expected);
    update.setNewObjectId(to);
    update.setRefLogMessage("evolve: " + reason, false);
    RefUpdate.Result result = update.update();
    return switch (result) {
      case NEW, FAST_FORWARD, NO_CHANGE -> true;
      case LOCK_FAILURE, REJECTED -> {
        if (isAt(branch, expected)) {
          throw stuck(branch, result);
        }
        yield false;
      }
      default -> throw stuck(branch, result);
    };
  }

  private boolean isAt(String branch, ObjectId expected) throws IOException {
    ObjectId head = head(branch);
    return (head == null ? ObjectId.zeroId() : head).equals(expected);
  }

  /** Deletes a branch, if there is one. */
  void delete(String branch) throws IOException {
    if (head(branch) == null) {
      return;
    }
    RefUpdate update = repository.updateRef(Constants.R_HEADS + branch);
    update.setForceUpdate(true);
    RefUpdate.Result result = update.delete();
    if (result != RefUpdate.Result.FORCED && head(branch) != null) {
      throw stuck(branch, result);
    }
  }

  private EvolveException stuck(String branch, RefUpdate.Result result) {
    return new EvolveException(
        ErrorCode.FORGE_FAILED,
        "the branch "
            + branch
            + " of "
            + repository.getDirectory()
            + " cannot be changed (git says "
            + result
            + "); check that the disk has room, that the repository may be written, that the branch"
            + " is not checked out, and that no file "
            + Constants.R_HEADS
            + branch
            + ".lock was left by a git that was killed");
  }
}
