package dev.evolve.campaign;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.rollout.CanaryReport;
import java.util.List;

/**
 * Makes the envelope of a proposal from the campaign's state alone, so that making it again after a
 * crash gives the same bytes.
 */
final class Envelopes {

  private static final int VERSION = 1;

  private Envelopes() {}

  static OutputEnvelope of(CampaignState state, String auditHead, String evolveVersion) {
    Candidate candidate = state.currentOrThrow();
    Validation validation = state.validationOrThrow();
    CanaryReport canary = validation.canary();
    RollbackRehearsal rehearsal = validation.rehearsal();
    if (canary == null || rehearsal == null) {
      throw new EvolveException(
          ErrorCode.INTERNAL,
          candidate.proposal().id() + " has no canary or no rehearsal to put into its envelope");
    }
    return new OutputEnvelope(
        VERSION,
        candidate.proposal().id(),
        state.campaignId(),
        plan(candidate),
        validation.actions(),
        changes(state, candidate, rehearsal),
        new OutputEnvelope.Validation(
            validation.confirmation(), validation.findings(), canary, auditHead),
        new OutputEnvelope.Rollback(
            rehearsal.treeBefore(),
            rehearsal.previousArtifactSha256(),
            rehearsal.problem().isEmpty(),
            "evolve rollback " + candidate.proposal().id()),
        repro(state, evolveVersion, rehearsal));
  }

  private static OutputEnvelope.Plan plan(Candidate candidate) {
    return new OutputEnvelope.Plan(
        candidate.proposal().agent(),
        candidate.proposal().rationale(),
        candidate.proposal().expectedEffect(),
        candidate.searchStateSha256());
  }

  private static OutputEnvelope.Changes changes(
      CampaignState state, Candidate candidate, RollbackRehearsal rehearsal) {
    return new OutputEnvelope.Changes(
        state.request().source().commit(),
        rehearsal.treeBefore(),
        candidate.proposal().changeset(),
        Digests.sha256(candidate.diff()));
  }

  private static OutputEnvelope.ReproBundle repro(
      CampaignState state, String evolveVersion, RollbackRehearsal rehearsal) {
    Evaluation confirmation = state.validationOrThrow().confirmation();
    PackSource source = state.request().source();
    List<Long> seeds = confirmation.runs().stream().map(BenchRun::seed).distinct().toList();
    return new OutputEnvelope.ReproBundle(
        Digests.sha256(source.commit() + "\n" + rehearsal.treeBefore() + "\n" + source.directory()),
        Digests.sha256(Json.write(state.request().pack().scenarios()) + Json.write(seeds)),
        Digests.sha256(Json.write(confirmation.hardware()) + Json.write(confirmation.sandbox())),
        confirmation.seed(),
        Artifacts.candidate(state),
        confirmation.hardware(),
        evolveVersion);
  }
}
