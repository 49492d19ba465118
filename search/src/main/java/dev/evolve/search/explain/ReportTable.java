package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of a report, the same for every rendering.
 *
 * @param title heading
 * @param explanation a sentence or two on how to read it
 * @param header of the columns; the first names the row
 * @param rows texts by row and column, not escaped
 */
record ReportTable(String title, String explanation, List<String> header, List<List<String>> rows) {

  ReportTable {
    rows =
        rows.stream()
            .map(row -> row.stream().map(cell -> Markup.clean(cell, LONGEST_CELL)).toList())
            .toList();
  }

  private static final int LONGEST_CELL = 2 * Markup.SHORT;
  private static final int MOST_ROWS = 30;

  /** The tables of a report; those without rows are left out. */
  static List<ReportTable> of(SearchReport report) {
    TradeOffs tradeOffs = report.tradeOffs();
    List<ReportTable> tables =
        new ArrayList<>(tradeOffs == null ? List.of() : TradeOffTables.of(tradeOffs));
    tables.add(strategies(report));
    tables.add(importance(report.importance()));
    tables.add(interactions(report.importance()));
    tables.add(causes(report.failures()));
    tables.add(patterns(report.failures()));
    return tables.stream().filter(table -> !table.rows().isEmpty()).toList();
  }

  private static ReportTable strategies(SearchReport report) {
    return new ReportTable(
        "What each strategy contributed",
        "Gain: its share of the way from the first value to the best. Random: what random search"
            + " would have found in half of the cases for the same cost, and how probably it would"
            + " have found as good a value.",
        List.of(
            "strategy",
            "evaluations",
            "failed",
            "seconds",
            "improvements",
            "gain",
            "best",
            "random",
            "as good"),
        report.strategies().stream().limit(MOST_ROWS).map(ReportTable::strategy).toList());
  }

  private static List<String> strategy(StrategyContribution strategy) {
    return List.of(
        strategy.strategy(),
        Integer.toString(strategy.evaluations()),
        Integer.toString(strategy.failures()),
        Numbers.brief(strategy.seconds()),
        Integer.toString(strategy.improvements()),
        Numbers.percent(strategy.shareOfGain()),
        brief(strategy.best()),
        brief(strategy.randomMedian()),
        strategy.chanceOfRandom() == null ? "-" : Numbers.percent(strategy.chanceOfRandom()));
  }

  private static String brief(@Nullable Double value) {
    return value == null ? "-" : Numbers.brief(value);
  }

  private static ReportTable importance(Importance importance) {
    return new ReportTable(
        "Which parameters matter",
        "Shares of the variance of the %s, over %s. The model predicts %s of it on trials it has not seen; the rest is nobody's. Alone: over the feasible points. Product: over all combinations. Shuffled: with the parameter's part in interactions."
            .formatted(
                importance.scale().isOfRatios() ? "logarithm of the value" : "value",
                importance.measure(),
                Numbers.percent(Math.max(0, importance.explained()))),
        List.of("parameter", "alone", "product", "shuffled"),
        importance.parameters().stream()
            .limit(MOST_ROWS)
            .map(
                parameter ->
                    List.of(
                        parameter.parameter(),
                        percent(parameter.alone()),
                        percent(parameter.product()),
                        percent(parameter.permuted())))
            .toList());
  }

  private static ReportTable interactions(Importance importance) {
    return new ReportTable(
        "Which parameters act together",
        "What two parameters explain beyond what each explains alone; below 0 where a constraint"
            + " makes both tell the same.",
        List.of("parameters", "feasible points", "product"),
        importance.interactions().stream()
            .filter(pair -> pair.share().low() > 0 || pair.product().low() > 0)
            .limit(MOST_ROWS)
            .map(
                pair ->
                    List.of(
                        pair.first() + " and " + pair.second(),
                        percent(pair.share()),
                        percent(pair.product())))
            .toList());
  }

  private static ReportTable causes(Failures failures) {
    return new ReportTable(
        "Which parameters decide whether a point fails",
        "Shares of the variance of failing, over the feasible points.",
        List.of("parameter", "alone"),
        failures.causes().stream()
            .filter(cause -> cause.alone().estimate() >= 0.005)
            .limit(MOST_ROWS)
            .map(cause -> List.of(cause.parameter(), percent(cause.alone())))
            .toList());
  }

  private static ReportTable patterns(Failures failures) {
    return new ReportTable(
        "Where points fail",
        "Chance: of as many failures if the condition did not matter, corrected for the number of"
            + " conditions looked at.",
        List.of("condition", "failed", "rate", "chance"),
        failures.patterns().stream()
            .map(
                pattern ->
                    List.of(
                        pattern.conditions().stream()
                            .map(Condition::toString)
                            .collect(Collectors.joining(" and ")),
                        pattern.failures() + " of " + pattern.points(),
                        percent(pattern.rate()),
                        Numbers.brief(pattern.chance())))
            .toList());
  }

  private static String percent(Interval interval) {
    return Numbers.percent(interval.estimate())
        + " ("
        + Numbers.percent(interval.low()).replace(" %", "")
        + " to "
        + Numbers.percent(interval.high()).replace(" %", "")
        + ")";
  }
}
