package dev.evolve.search.explain;

import dev.evolve.search.explain.SearchReport.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says the most important of a report in sentences. */
final class Findings {

  private static final int MOST_VALUES = 20;

  private final List<String> findings = new ArrayList<>();
  private final String unit;

  private Findings(String unit) {
    this.unit = unit.isEmpty() ? "" : " " + unit;
  }

  static List<String> of(
      Summary summary,
      String unit,
      BestCurve curve,
      List<StrategyContribution> strategies,
      Importance importance,
      Failures failures) {
    Findings findings = new Findings(unit);
    findings.best(summary);
    findings.random(curve);
    findings.importance(importance);
    findings.strategies(strategies, summary);
    findings.failures(failures);
    return findings.findings.stream().map(Markup::clean).toList();
  }

  private void best(Summary summary) {
    Double best = summary.best();
    if (best == null) {
      findings.add("Nothing was measured in " + summary.evaluations() + " evaluations.");
      return;
    }
    findings.add(
        "The best is %s%s, found by %s as evaluation %d of %d: %s."
            .formatted(
                Numbers.brief(best),
                unit,
                name(summary.bestStrategy()),
                summary.bestEvaluation(),
                summary.evaluations(),
                values(summary.bestValues())));
  }

  private static String values(Map<String, String> values) {
    String some =
        values.entrySet().stream()
            .limit(MOST_VALUES)
            .map(entry -> name(entry.getKey()) + " = " + name(entry.getValue()))
            .collect(Collectors.joining(", "));
    return values.size() > MOST_VALUES ? some + ", ..." : some;
  }

  private static String name(String text) {
    return Markup.clean(text, Markup.SHORT);
  }

  private void random(BestCurve curve) {
    CurvePoint last = curve.bySeconds().isEmpty() ? null : curve.bySeconds().getLast();
    if (last == null || last.randomMedian() == null || last.randomLow() == null) {
      return;
    }
    Double high = last.randomHigh();
    findings.add(
        "For the same cost random search would have reached %s%s in half of the cases, %s in the"
                .formatted(
                    Numbers.brief(last.randomMedian()), unit, Numbers.brief(last.randomLow()))
            + " best and %s in the worst of 20 (%s)."
                .formatted(high == null ? "nothing" : Numbers.brief(high), curve.basis()));
  }

  private void importance(Importance importance) {
    importance.parameters().stream()
        .filter(parameter -> parameter.alone().isAbove(0.01))
        .limit(3)
        .forEach(
            parameter ->
                findings.add(
                    "%s alone explains %s of the variation (%s to %s)."
                        .formatted(
                            name(parameter.parameter()),
                            Numbers.percent(parameter.alone().estimate()),
                            Numbers.percent(parameter.alone().low()),
                            Numbers.percent(parameter.alone().high()))));
    importance.interactions().stream()
        .filter(pair -> pair.share().isAbove(0.01))
        .limit(2)
        .forEach(
            pair ->
                findings.add(
                    "%s and %s together explain another %s."
                        .formatted(
                            name(pair.first()),
                            name(pair.second()),
                            Numbers.percent(pair.share().estimate()))));
    findings.addAll(importance.notes());
  }

  private void strategies(List<StrategyContribution> strategies, Summary summary) {
    if (strategies.size() < 2) {
      return;
    }
    strategies.stream()
        .max(java.util.Comparator.comparingDouble(StrategyContribution::shareOfGain))
        .filter(most -> most.shareOfGain() > 0)
        .ifPresent(
            most ->
                findings.add(
                    "%s took %s of the way to the best with %s of the evaluations."
                        .formatted(
                            name(most.strategy()),
                            Numbers.percent(most.shareOfGain()),
                            Numbers.percent(most.evaluations() / (double) summary.evaluations()))));
  }

  private void failures(Failures failures) {
    if (failures.failed() == 0) {
      return;
    }
    findings.add(
        "%d of %d points failed.".formatted(failures.failed(), failures.points())
            + failures.patterns().stream()
                .limit(1)
                .map(pattern -> " " + pattern(pattern) + ".")
                .collect(Collectors.joining()));
  }

  static String pattern(FailurePattern pattern) {
    return "Where %s, %d of %d did"
        .formatted(
            pattern.conditions().stream()
                .map(condition -> name(condition.toString()))
                .collect(Collectors.joining(" and ")),
            pattern.failures(),
            pattern.points());
  }
}
