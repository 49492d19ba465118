package dev.evolve.app.cli;

import dev.evolve.campaign.SearchedTrials;
import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a campaign found, gathered from its events, as a table for the terminal. */
final class CampaignReport {

  private static final int MOST_OF_FRONT = 8;

  private final Map<String, Proposal> proposals = new LinkedHashMap<>();
  private final Map<String, List<GateFinding>> findings = new LinkedHashMap<>();
  private final Map<String, String> rejections = new LinkedHashMap<>();
  private final List<String> missingProtections = new ArrayList<>();
  private final List<DomainEvent> searched = new ArrayList<>();
  private DomainEvent.@Nullable CampaignStarted started;
  private DomainEvent.@Nullable CampaignFinished finished;
  private DomainEvent.@Nullable Committed committed;
  private DomainEvent.@Nullable Approved approved;
  private DomainEvent.@Nullable Merged merged;

  /** Takes an event into account. */
  void add(DomainEvent event) {
    switch (event) {
      case DomainEvent.CampaignStarted it -> started = it;
      case DomainEvent.ProposalCreated it -> {
        proposals.put(it.proposal().id(), it.proposal());
        searched.add(it);
      }
      case DomainEvent.StageChanged it -> {
        if (it.to() == ProposalStage.REJECTED) {
          rejections.put(it.proposalId(), it.reason());
        }
      }
      case DomainEvent.Evaluated it -> {
        protections(it.evaluation());
        searched.add(it);
      }
      case DomainEvent.GateJudged it ->
          findings.computeIfAbsent(it.proposalId(), id -> new ArrayList<>()).add(it.finding());
      case DomainEvent.Committed it -> committed = it;
      case DomainEvent.Approved it -> approved = it;
      case DomainEvent.Merged it -> merged = it;
      case DomainEvent.CampaignFinished it -> finished = it;
      case DomainEvent.SearchFinished it -> {}
      case DomainEvent.CanaryJudged it -> {}
      case DomainEvent.RollbackRehearsed it -> {}
      case DomainEvent.Declined it -> {}
      case DomainEvent.MergeRefused it -> {}
      case DomainEvent.RolledBack it -> {}
      case DomainEvent.ProfileImported it -> {}
      case DomainEvent.ProfileRevalidated it -> {}
      case DomainEvent.ProfileQuarantined it -> {}
      case DomainEvent.ProfilePinned it -> {}
      case DomainEvent.TrialsImported it -> {}
      case DomainEvent.TrialsForgotten it -> {}
    }
  }

  /** The campaign's pack, once it has begun. */
  Optional<BenchPack> pack() {
    return Optional.ofNullable(started).map(DomainEvent.CampaignStarted::pack);
  }

  /** How many candidates were proposed so far. */
  int proposed() {
    return proposals.size();
  }

  /** A proposal's changeset in one line. */
  String describe(String proposalId) {
    return Optional.ofNullable(proposals.get(proposalId))
        .map(CampaignReport::describe)
        .orElse(proposalId);
  }

  /** How it ended, once it has. */
  Optional<DomainEvent.CampaignFinished> outcome() {
    return Optional.ofNullable(finished);
  }

  /** The merge, if there was one. */
  Optional<DomainEvent.Merged> merge() {
    return Optional.ofNullable(merged);
  }

  /** Repository that it landed in. */
  Optional<String> repository() {
    return Optional.ofNullable(started).map(it -> it.source().repository());
  }

  /** The whole report. */
  String render() {
    StringBuilder text = new StringBuilder("\n");
    if (merged != null) {
      promoted(text, merged);
    } else {
      notPromoted(text);
    }
    pack().flatMap(it -> SearchedTrials.tradeOffs(it, searched)).ifPresent(it -> front(text, it));
    missingProtections.forEach(
        missing -> text.append("  not protected: ").append(missing).append('\n'));
    return text.toString();
  }

  /** What the search had to choose among, where the pack wants several metrics. */
  private static void front(StringBuilder text, TradeOffs tradeOffs) {
    text.append("  on the front, none better in everything (score 1 is the baseline)\n");
    tradeOffs.front().stream()
        .limit(MOST_OF_FRONT)
        .forEach(
            it ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "  %-8.4f %s  %s%n",
                        it.score(),
                        metrics(it),
                        values(it.configuration()))));
    tradeOffs.findings().forEach(it -> text.append("  ").append(it).append('\n'));
  }

  private static String metrics(TradeOffs.Candidate candidate) {
    return candidate.values().entrySet().stream()
        .map(it -> String.format(Locale.ROOT, "%s %.4g", it.getKey(), it.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String values(Map<String, String> configuration) {
    return configuration.entrySet().stream()
        .map(it -> it.getKey() + "=" + it.getValue())
        .collect(Collectors.joining(" "));
  }

  private void promoted(StringBuilder text, DomainEvent.Merged merge) {
    text.append("  promoted       ").append(merge.proposalId()).append('\n');
    text.append("  configuration  ").append(describe(merge.proposalId())).append('\n');
    effects(text, merge.proposalId());
    gates(text, merge.proposalId());
    if (approved != null) {
      text.append("  approved by    ")
          .append(approved.approval().person())
          .append(" via ")
          .append(approved.approval().via())
          .append('\n');
    }
    if (committed != null) {
      text.append("  envelope       sha256:").append(committed.envelopeSha256()).append('\n');
    }
    text.append("  merged commit  ").append(merge.mergeCommit()).append('\n');
    repository().ifPresent(path -> text.append("  repository     ").append(path).append('\n'));
    text.append("  verify         ./evolve verify ").append(merge.mergeCommit()).append('\n');
    text.append("  undo           ./evolve rollback ").append(merge.proposalId()).append('\n');
  }

  private void notPromoted(StringBuilder text) {
    outcome()
        .ifPresent(
            it ->
                text.append("  ")
                    .append(it.outcome())
                    .append(": ")
                    .append(it.summary())
                    .append('\n'));
    findings
        .keySet()
        .forEach(
            id -> {
              text.append("  ").append(id).append("  ").append(describe(id)).append('\n');
              effects(text, id);
              gates(text, id);
              Optional.ofNullable(rejections.get(id))
                  .ifPresent(why -> text.append("  rejected       ").append(why).append('\n'));
            });
  }

  private void effects(StringBuilder text, String proposalId) {
    List<Effect> effects =
        findings.getOrDefault(proposalId, List.of()).stream()
            .flatMap(finding -> finding.effects().stream())
            .toList();
    if (effects.isEmpty()) {
      return;
    }
    text.append(
        String.format(
            Locale.ROOT,
            "  %-16s %12s %12s   %-8s %s%n",
            "scenario",
            "baseline",
            "candidate",
            "speed-up",
            "confidence interval"));
    for (Effect effect : effects) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-16s %12s %12s   %6.2fx  [%.2f, %.2f] at %.2f %% one-sided, %d pairs%n",
              effect.scenario(),
              amount(effect.baselineMedian(), effect.unit()),
              amount(effect.candidateMedian(), effect.unit()),
              1 / effect.ratio(),
              1 / effect.high(),
              1 / effect.low(),
              100 * effect.confidence(),
              effect.pairs()));
    }
  }

  private void gates(StringBuilder text, String proposalId) {
    List<GateFinding> judged = findings.getOrDefault(proposalId, List.of());
    for (GateFinding finding : judged) {
      text.append(
          String.format(
              Locale.ROOT,
              "  gate %-12s %-12s %s%n",
              finding.gate(),
              finding.verdict(),
              finding.summary()));
    }
  }

  private void protections(Evaluation evaluation) {
    evaluation.sandbox().missing().stream()
        .filter(missing -> !missingProtections.contains(missing))
        .forEach(missingProtections::add);
  }

  private static String describe(Proposal proposal) {
    return switch (proposal.changeset()) {
      case Changeset.Knobs knobs -> knobs.to().describeAgainst(knobs.from());
      case Changeset.Diff diff -> diff.unifiedDiff().lines().count() + " lines of diff";
      case Changeset.KnobsAndDiff both ->
          both.to().describeAgainst(both.from())
              + " and "
              + both.unifiedDiff().lines().count()
              + " lines of diff";
    };
  }

  private static String amount(double value, String unit) {
    if (unit.equals("ns") && value >= 1e6) {
      return String.format(Locale.ROOT, "%.3f ms", value / 1e6);
    }
    if (unit.equals("ns") && value >= 1e3) {
      return String.format(Locale.ROOT, "%.3f us", value / 1e3);
    }
    return String.format(Locale.ROOT, "%.4g %s", value, unit);
  }
}
