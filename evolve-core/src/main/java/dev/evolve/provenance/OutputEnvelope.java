package dev.evolve.provenance;

import dev.evolve.measure.Evaluation;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.Changeset;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.verdict.GateFinding;
import java.time.Instant;
import java.util.List;

/**
 * The record that a promoted change carries. Signed as a whole; its exact bytes are in the proposal
 * commit, their hash in the commit's message.
 *
 * @param version version of the format, 1
 * @param proposalId the change
 * @param campaignId the campaign that found it
 * @param plan why
 * @param actions what was done, in order
 * @param changes what it changes
 * @param validation what it was held against
 * @param rollback how it is undone
 * @param repro what it takes to do it all again
 */
public record OutputEnvelope(
    int version,
    String proposalId,
    String campaignId,
    Plan plan,
    List<Action> actions,
    Changes changes,
    Validation validation,
    Rollback rollback,
    ReproBundle repro) {

  public OutputEnvelope {
    actions = List.copyOf(actions);
  }

  /**
   * Why the change was made.
   *
   * @param agent who proposed it
   * @param rationale why
   * @param expectedEffect what was expected
   * @param searchStateSha256 hash of the history that the search chose from
   */
  public record Plan(
      String agent, String rationale, String expectedEffect, String searchStateSha256) {}

  /**
   * One thing that was done.
   *
   * @param step what
   * @param at when it ended
   * @param detail with which outcome
   */
  public record Action(String step, Instant at, String detail) {}

  /**
   * What the change is.
   *
   * @param baseCommit full hash of the base
   * @param baseTree tree hash of the base
   * @param changeset old and new
   * @param diffSha256 hash of the unified diff
   */
  public record Changes(
      String baseCommit, String baseTree, Changeset changeset, String diffSha256) {}

  /**
   * What the change was held against.
   *
   * @param confirmation every sample that the gates saw
   * @param gates every gate's finding
   * @param canary what live traffic showed
   * @param auditHead hash of the newest event of the log when the envelope was made
   */
  public record Validation(
      Evaluation confirmation, List<GateFinding> gates, CanaryReport canary, String auditHead) {
    public Validation {
      gates = List.copyOf(gates);
    }
  }

  /**
   * How the change is undone.
   *
   * @param restoresTree tree hash that a rollback restores
   * @param previousArtifactSha256 artifact that a rollback restores
   * @param rehearsed whether it was carried out in a scratch clone before promotion
   * @param command what a person types
   */
  public record Rollback(
      String restoresTree, String previousArtifactSha256, boolean rehearsed, String command) {}

  /**
   * What it takes to do it all again.
   *
   * @param codeSha256 hash of the pack's tree at the base commit
   * @param dataSha256 hash of the scenarios, load and seeds
   * @param environmentSha256 hash of hardware profile, compiler and sandbox
   * @param seed seed of the confirmation
   * @param artifactSha256 the candidate's artifact
   * @param hardware the machine
   * @param evolveVersion version and commit of Evolve
   */
  public record ReproBundle(
      String codeSha256,
      String dataSha256,
      String environmentSha256,
      long seed,
      String artifactSha256,
      HardwareProfile hardware,
      String evolveVersion) {}
}
