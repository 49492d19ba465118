package dev.evolve.promotion;

/**
 * The rollback, carried out in a scratch clone.
 *
 * @param treeBefore tree hash of the base commit
 * @param treeAfterRevert tree hash after merge and revert in the scratch clone
 * @param previousArtifactSha256 the artifact that a rollback restores
 * @param artifactRestored whether the store gave it back with the right hash
 * @param problem what went wrong; empty if nothing did
 */
public record RollbackRehearsal(
    String treeBefore,
    String treeAfterRevert,
    String previousArtifactSha256,
    boolean artifactRestored,
    String problem) {}
