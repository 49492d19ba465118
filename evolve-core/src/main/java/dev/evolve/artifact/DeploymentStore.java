package dev.evolve.artifact;

import java.util.Optional;

/** Which artifact of each pack is in force, and which was before. Survives restarts. */
public interface DeploymentStore {

  /** What is in force for a pack. */
  Optional<Deployment> current(String pack);

  /**
   * Puts an artifact in force. Doing it again changes nothing.
   *
   * @param deployment what is to be in force
   */
  void deploy(Deployment deployment);

  /**
   * What is in force.
   *
   * @param pack the pack
   * @param proposalId the proposal that made it; {@code baseline} for the code before any
   * @param commit the commit that it was built from
   * @param artifactSha256 the artifact
   */
  record Deployment(String pack, String proposalId, String commit, String artifactSha256) {}
}
