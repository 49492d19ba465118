package dev.evolve.campaign;

import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.GateInput;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import dev.evolve.tuning.SearchChoice;
import dev.evolve.tuning.TrialResult;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes proposals of what the search chose, and the texts that go with them. */
final class Proposals {

  /** The agent behind configurations that the search proposes. */
  static final String AGENT = "auto-tuner";

  private Proposals() {}

  static Proposal of(CampaignWork.Propose work, CampaignState state) {
    BenchPack pack = state.request().pack();
    Configuration baseline = state.request().baseline();
    return new Proposal(
        work.proposalId(),
        state.campaignId(),
        pack.name(),
        pack.domain(),
        AGENT,
        rationale(work, baseline),
        String.format(
            Locale.ROOT,
            "%s better by at least %.0f %% on every scenario",
            pack.objective().name(),
            100 * pack.gates().perf().minimumGain()),
        new Changeset.Knobs(baseline, work.configuration()),
        null,
        risk(baseline, work.configuration()));
  }

  private static String rationale(CampaignWork.Propose work, Configuration baseline) {
    SearchChoice choice = work.choice();
    return "Try %s, choice %d of %s: %s."
        .formatted(
            work.configuration().describeAgainst(baseline),
            choice.number() + 1,
            choice.strategy(),
            choice.reason());
  }

  /** Hash of everything that the strategy chose from. */
  static String searchStateSha256(CampaignState state) {
    return Digests.sha256(
        Json.writeBytes(
            state.search().candidates().stream()
                .map(it -> new Tried(it.proposal().changeset(), it.choice(), it.result()))
                .toList()));
  }

  private record Tried(
      Changeset changeset, @Nullable SearchChoice choice, @Nullable TrialResult result) {}

  static GateInput gateInput(CampaignState state, Instant now) {
    Candidate candidate = state.currentOrThrow();
    Validation validation = state.validationOrThrow();
    return new GateInput(
        state.request().pack(),
        state.request().source().directory(),
        candidate.proposal(),
        candidate.diff(),
        validation.confirmation(),
        new ConfirmationTerms(
            state.request().policy().maximumConfirmations(),
            state.request().confirmationRounds(),
            state.openingOrThrow().hardware(),
            now),
        validation.canary(),
        validation.rehearsal(),
        state.request().source().commit());
  }

  static String notChosen(Candidate candidate, BenchPack pack) {
    double gain = 1 - candidate.screened().orElse(1);
    return String.format(
        Locale.ROOT,
        "screened at %.1f %% gain on %s; not among the best that are worth a confirmation",
        100 * gain,
        pack.objectives() == null ? pack.objective().name() : "the score of its objectives");
  }

  /** A configuration touches one file: only how much of it changes counts. */
  private static RiskScore risk(Configuration from, Configuration to) {
    long changed =
        to.values().entrySet().stream()
            .filter(e -> !e.getValue().equals(from.values().get(e.getKey())))
            .count();
    double size = to.values().isEmpty() ? 0 : (double) changed / to.values().size();
    TreeMap<String, Double> parts = new TreeMap<>();
    parts.put("size", size);
    parts.put("place", 0.0);
    return new RiskScore(size / 2, parts);
  }
}
