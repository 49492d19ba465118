package dev.evolve.app.dashboard;

import dev.evolve.app.views.ProposalDetail;
import dev.evolve.app.views.SampleTable;
import dev.evolve.app.views.SoakCurves;
import dev.evolve.json.Json;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.verdict.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A proposal as its page shows it.
 *
 * @param detail everything recorded of it
 * @param diff lines of the diff with what they are
 * @param effects effects per scenario, as text
 * @param samplesJson samples of the newest evaluation, for the chart
 * @param samples the same, for a table
 * @param soak memory of both arms over their soaks
 * @param envelopeJson the envelope, indented; empty if there is none
 * @param mayApprove whether it awaits approval
 * @param mayRollBack whether it is in force
 */
record ProposalPage(
    ProposalDetail detail,
    List<DiffLine> diff,
    List<EffectRow> effects,
    String samplesJson,
    List<SampleTable.Row> samples,
    SoakPicture soak,
    String envelopeJson,
    boolean mayApprove,
    boolean mayRollBack) {

  /**
   * Memory of both arms over their soaks.
   *
   * @param caption what the picture shows, for people; empty without a soak
   * @param json the curves, for the chart
   */
  record SoakPicture(String caption, String json) {

    static SoakPicture of(ProposalDetail detail) {
      List<SoakCurves.Curve> curves = SoakCurves.of(detail).curves();
      String caption =
          curves.stream().map(SoakCurves.Curve::caption).collect(Collectors.joining("; "));
      return new SoakPicture(caption, Json.write(curves));
    }
  }

  /** A line of a diff: {@code add}, {@code del}, {@code hunk}, {@code meta} or {@code ctx}. */
  record DiffLine(String kind, String text) {}

  /** An effect for people; shares of the width for the interval's bar. */
  record EffectRow(
      String scenario,
      String baseline,
      String candidate,
      String speedUp,
      String interval,
      int barStart,
      int barWidth) {}

  static ProposalPage of(ProposalDetail detail) {
    List<SampleTable.Row> samples = objectiveSamples(detail);
    ProposalStage stage = detail.summary().stage();
    return new ProposalPage(
        detail,
        detail.diff().lines().map(ProposalPage::diffLine).toList(),
        effects(detail),
        Json.write(samples),
        samples,
        SoakPicture.of(detail),
        envelope(detail),
        stage == ProposalStage.AWAITING_APPROVAL,
        stage == ProposalStage.PROMOTED);
  }

  private static DiffLine diffLine(String line) {
    String kind =
        line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")
            ? "meta"
            : line.startsWith("@@")
                ? "hunk"
                : line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "ctx";
    return new DiffLine(kind, line);
  }

  /** Samples of the confirmation, or of the screening before there is one. */
  private static List<SampleTable.Row> objectiveSamples(ProposalDetail detail) {
    String phase = detail.confirmation() != null ? "confirmation" : "screening";
    List<SampleTable.Row> rows = new ArrayList<>();
    String metric = "";
    for (SampleTable.Row row : SampleTable.of(detail).rows()) {
      if (row.phase().equals(phase)) {
        metric = metric.isEmpty() ? objective(detail, row.metric()) : metric;
        if (row.metric().equals(metric)) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static String objective(ProposalDetail detail, String fallback) {
    return detail.findings().stream()
        .flatMap(finding -> finding.effects().stream())
        .map(Effect::metric)
        .findFirst()
        .orElse(metrics(detail.screening()).contains("time") ? "time" : fallback);
  }

  private static List<String> metrics(@Nullable Evaluation evaluation) {
    return evaluation == null
        ? List.of()
        : evaluation.runs().stream()
            .flatMap(r -> r.metrics().keySet().stream())
            .distinct()
            .toList();
  }

  private static List<EffectRow> effects(ProposalDetail detail) {
    List<Effect> effects =
        detail.findings().stream().flatMap(finding -> finding.effects().stream()).toList();
    double largest = effects.stream().mapToDouble(e -> 1 / e.low()).max().orElse(1);
    return effects.stream().map(effect -> row(effect, Math.max(largest, 1.2))).toList();
  }

  private static EffectRow row(Effect effect, double largest) {
    double low = 1 / effect.high();
    double high = 1 / effect.low();
    int start = (int) Math.round(100 * Math.min(1, Math.max(0, low / largest)));
    int end = (int) Math.round(100 * Math.min(1, Math.max(0, high / largest)));
    return new EffectRow(
        effect.scenario(),
        amount(effect.baselineMedian(), effect.unit()),
        amount(effect.candidateMedian(), effect.unit()),
        String.format(Locale.ROOT, "%.2f×", 1 / effect.ratio()),
        String.format(Locale.ROOT, "%.2f – %.2f, %d pairs", low, high, effect.pairs()),
        start,
        Math.max(1, end - start));
  }

  private static String amount(double value, String unit) {
    return unit.equals("ns") && value >= 1e6
        ? String.format(Locale.ROOT, "%.3f ms", value / 1e6)
        : unit.equals("ns") && value >= 1e3
            ? String.format(Locale.ROOT, "%.2f µs", value / 1e3)
            : String.format(Locale.ROOT, "%.4g %s", value, unit);
  }

  private static String envelope(ProposalDetail detail) {
    return detail.committed() == null
        ? ""
        : Json.mapper()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(detail.committed().envelope());
  }
}
