package dev.evolve.campaign;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.artifact.DeploymentStore;
import dev.evolve.artifact.DeploymentStore.Deployment;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.promotion.Forge;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.proposal.ProposalStage;
import java.time.InstantSource;
import java.util.List;

/** Undoes a promoted change in the repository and in what is deployed, and checks both. */
public final class RollbackWorker {

  private final Forge forge;
  private final ArtifactStore artifacts;
  private final DeploymentStore deployments;
  private final InstantSource clock;

  /**
   * @param forge where the change landed
   * @param artifacts must still hold the previous artifact
   * @param deployments what is in force
   * @param clock the time of events
   */
  public RollbackWorker(
      Forge forge, ArtifactStore artifacts, DeploymentStore deployments, InstantSource clock) {
    this.forge = forge;
    this.artifacts = artifacts;
    this.deployments = deployments;
    this.clock = clock;
  }

  /**
   * Undoes the change.
   *
   * @throws EvolveException CONFLICT if later commits stand in the way, DATA_CORRUPT if the
   *     previous artifact is gone; nothing is half done that a second try would not find
   */
  List<DomainEvent> undo(RollbackRequest request) {
    if (!artifacts.contains(request.previousArtifactSha256())) {
      throw new EvolveException(
          ErrorCode.DATA_CORRUPT,
          "the artifact store no longer holds "
              + request.previousArtifactSha256()
              + ", which the rollback of "
              + request.proposalId()
              + " restores; build the base commit and put it back, then roll back again");
    }
    return switch (forge.revert(
        request.source(),
        request.proposalId(),
        request.mergeCommit(),
        request.person(),
        request.reason())) {
      case RevertOutcome.Refused refused ->
          throw new EvolveException(
              ErrorCode.CONFLICT,
              "the rollback of " + request.proposalId() + " was refused: " + refused.reason());
      case RevertOutcome.Reverted reverted -> restored(request, reverted);
    };
  }

  private List<DomainEvent> restored(RollbackRequest request, RevertOutcome.Reverted reverted) {
    deployments.deploy(
        new Deployment(
            request.pack(), "baseline", reverted.revertCommit(), request.previousArtifactSha256()));
    String inForce =
        deployments.current(request.pack()).map(Deployment::artifactSha256).orElse("nothing");
    if (!inForce.equals(request.previousArtifactSha256())) {
      throw new EvolveException(
          ErrorCode.INTERNAL,
          "after the rollback "
              + inForce
              + " is in force, not "
              + request.previousArtifactSha256());
    }
    return List.of(
        new DomainEvent.RolledBack(
            request.campaignId(),
            clock.instant(),
            request.proposalId(),
            reverted.revertCommit(),
            reverted.tree(),
            request.previousArtifactSha256(),
            request.person(),
            request.reason()),
        new DomainEvent.StageChanged(
            request.campaignId(),
            clock.instant(),
            request.proposalId(),
            ProposalStage.PROMOTED,
            ProposalStage.ROLLED_BACK,
            request.person() + ": " + request.reason()));
  }
}
