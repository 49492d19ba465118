package dev.evolve.app.cli;

import dev.evolve.campaign.ScreeningVerdict;
import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.promotion.Approval;
import dev.evolve.proposal.ProposalStage;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints a campaign to the terminal while it runs: a line an event, nothing twice. */
final class CampaignView {

  private final PrintStream out;
  private final String dashboard;
  private final CampaignReport report = new CampaignReport();

  CampaignView(PrintStream out, String dashboard) {
    this.out = out;
    this.dashboard = dashboard;
  }

  /** What was gathered so far. */
  CampaignReport report() {
    return report;
  }

  /** Prints an event. */
  void show(DomainEvent event) {
    report.add(event);
    switch (event) {
      case DomainEvent.CampaignStarted it ->
          line(
              "campaign %s on %s at %s, %d evaluations or %d minutes, %s",
              it.campaignId(),
              it.pack().name(),
              it.source().commit().substring(0, 12),
              it.evaluations(),
              it.minutes(),
              it.hardware().cpuModel());
      case DomainEvent.ProposalCreated it ->
          line("%-4s %s", number(it.proposal().id()), report.describe(it.proposal().id()));
      case DomainEvent.Evaluated it -> evaluated(it.evaluation());
      case DomainEvent.SearchFinished it -> line("search ended: %s", it.reason());
      case DomainEvent.GateJudged it ->
          line(
              "%-4s gate %s: %s, %s",
              number(it.proposalId()),
              it.finding().gate(),
              it.finding().verdict(),
              it.finding().summary());
      case DomainEvent.CanaryJudged it ->
          line(
              "%-4s canary stage %d: %s, %s",
              number(it.proposalId()),
              it.report().stages().size(),
              it.report().verdict(),
              it.report().summary());
      case DomainEvent.RollbackRehearsed it ->
          line(
              "%-4s rollback rehearsed: %s",
              number(it.proposalId()),
              it.rehearsal().problem().isEmpty()
                  ? "the tree before is restored"
                  : it.rehearsal().problem());
      case DomainEvent.Committed it ->
          line("%-4s signed commit %s on %s", number(it.proposalId()), it.commit(), it.branch());
      case DomainEvent.Approved it ->
          line(
              "%-4s approved by %s via %s%s",
              number(it.proposalId()),
              it.approval().person(),
              it.approval().via(),
              it.approval().via().equals(Approval.AUTO_APPROVE)
                  ? "  *** UNATTENDED: nobody looked at this change ***"
                  : "");
      case DomainEvent.Declined it ->
          line("%-4s declined by %s", number(it.proposalId()), it.decision().person());
      case DomainEvent.MergeRefused it ->
          line("%-4s merge refused: %s", number(it.proposalId()), it.reason());
      case DomainEvent.Merged it ->
          line("%-4s merged as %s", number(it.proposalId()), it.mergeCommit());
      case DomainEvent.RolledBack it ->
          line("%-4s rolled back by %s", number(it.proposalId()), it.person());
      case DomainEvent.StageChanged it -> stage(it);
      case DomainEvent.ProfileImported it -> line("profile imported: %s", it.profile().id());
      case DomainEvent.ProfileRevalidated it ->
          line("profile %s measured again: %s", it.profileId(), it.reason());
      case DomainEvent.ProfileQuarantined it ->
          line("profile %s taken out: %s", it.profileId(), it.reason());
      case DomainEvent.ProfilePinned it ->
          line("profile %s %s", it.profileId(), it.pinned() ? "pinned" : "unpinned");
      case DomainEvent.TrialsImported it -> line("trials imported: %s", it.trials().key().id());
      case DomainEvent.TrialsForgotten it -> line("import %s forgotten", it.key().id());
      case DomainEvent.CampaignFinished it ->
          line("campaign ended: %s, %s", it.outcome(), it.summary());
    }
  }

  private void stage(DomainEvent.StageChanged moved) {
    if (moved.to() == ProposalStage.REJECTED) {
      line("%-4s rejected: %s", number(moved.proposalId()), moved.reason());
    } else if (moved.to() == ProposalStage.AWAITING_APPROVAL) {
      line(
          "%-4s AWAITS APPROVAL: %s/proposals/%s or ./evolve approve %s",
          number(moved.proposalId()), dashboard, moved.proposalId(), moved.proposalId());
    }
  }

  private void evaluated(Evaluation evaluation) {
    if (evaluation.phase() == Evaluation.Phase.CONFIRMATION) {
      line(
          "%-4s confirmed afresh: %d runs",
          number(evaluation.proposalId()), evaluation.runs().size());
      return;
    }
    report
        .pack()
        .ifPresent(
            pack -> {
              String metric = pack.objective().name();
              line(
                  "%-4s   %s: baseline %s, candidate %s",
                  number(evaluation.proposalId()),
                  metric,
                  medians(evaluation, metric, Arm.BASELINE),
                  medians(evaluation, metric, Arm.CANDIDATE));
              if (pack.objectives() != null) {
                ScreeningVerdict.ratioOf(pack, evaluation)
                    .ifPresent(
                        score ->
                            line(
                                "%-4s   score %.4f, where the baseline's is 1",
                                number(evaluation.proposalId()), score));
              }
            });
  }

  private static String medians(Evaluation evaluation, String metric, Arm arm) {
    List<String> texts = new ArrayList<>();
    evaluation.runs().stream()
        .map(BenchRun::scenario)
        .distinct()
        .forEach(scenario -> texts.add(median(evaluation, metric, arm, scenario)));
    return texts.isEmpty() ? "-" : String.join(" / ", texts);
  }

  private static String median(Evaluation evaluation, String metric, Arm arm, String scenario) {
    List<MetricValue> values = new ArrayList<>();
    for (BenchRun run : evaluation.runs()) {
      MetricValue value = run.metrics().get(metric);
      if (run.arm() == arm && run.scenario().equals(scenario) && value != null) {
        values.add(value);
      }
    }
    if (values.isEmpty()) {
      return "-";
    }
    values.sort((a, b) -> Double.compare(a.value(), b.value()));
    MetricValue middle = values.get(values.size() / 2);
    return String.format(Locale.ROOT, "%.4g %s", middle.value(), middle.unit());
  }

  private static String number(String proposalId) {
    return "#" + proposalId.substring(proposalId.lastIndexOf('-') + 1);
  }

  private void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }
}
