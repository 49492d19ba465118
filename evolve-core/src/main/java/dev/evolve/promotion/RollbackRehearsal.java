package dev.evolve.promotion;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.proposal.Changeset;
import org.jspecify.annotations.Nullable;

/**
 * The rollback, carried out in a scratch clone.
 *
 * @param treeBefore tree hash of the base commit
 * @param treeAfterRevert tree hash after merge and revert in the scratch clone
 * @param previousArtifactSha256 the artifact that a rollback restores
 * @param artifactRestored whether the store gave it back with the right hash
 * @param problem what went wrong; empty if nothing did
 * @param subject what was merged and reverted; null in records from before it was kept
 */
public record RollbackRehearsal(
    String treeBefore,
    String treeAfterRevert,
    String previousArtifactSha256,
    boolean artifactRestored,
    String problem,
    @Nullable Subject subject) {

  /**
   * What a rehearsal was of: the evidence counts for nothing else.
   *
   * @param baseCommit full hash of the commit that it began at
   * @param changesetSha256 see {@link #of(Changeset)}
   * @param mergedTree tree hash between merge and revert; empty if the merge failed
   */
  public record Subject(String baseCommit, String changesetSha256, String mergedTree) {

    /** SHA-256 of a changeset's JSON. */
    public static String of(Changeset changeset) {
      return Digests.sha256(Json.writeBytes(changeset));
    }
  }
}
