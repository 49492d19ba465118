package dev.evolve.campaign;

import dev.evolve.pack.PackSource;

/**
 * A promoted change that is to be undone.
 *
 * @param campaignId the campaign that it came from
 * @param proposalId the change
 * @param pack name of the pack
 * @param source where it landed
 * @param mergeCommit the merge that is reverted
 * @param previousArtifactSha256 the artifact that is put back in force
 * @param person who asked
 * @param reason why
 */
public record RollbackRequest(
    String campaignId,
    String proposalId,
    String pack,
    PackSource source,
    String mergeCommit,
    String previousArtifactSha256,
    String person,
    String reason) {}
