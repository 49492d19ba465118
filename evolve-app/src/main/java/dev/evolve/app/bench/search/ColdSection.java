package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** A search that knows nothing of the kernel: score, reach, worst space, and each space alone. */
final class ColdSection implements SearchBench.Section {

  private static final String ANNEALING = "sa_default";
  private static final double SCORE = 0.70;
  private static final double REACH = 0.97;
  private static final List<String> FURTHER =
      List.of(
          "sa_planned",
          "ga_tuned_ext",
          "llm_tabu_greywolf",
          "llm_hybrid_vndx",
          "pyatf_de",
          "diff_evo",
          "random");

  @Override
  public String title() {
    return "cold start";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    ReplayTable table = data.table(Strategies.DEFAULT);
    List<String> spaces = table.rows().stream().map(Row::space).toList();
    List<BenchResult> results = new ArrayList<>();
    results.add(score(setting, data, table, spaces));
    results.add(hindsight(setting, data, table, spaces));
    results.add(reach(setting, data, table, spaces));
    results.add(worst(setting, data, table));
    results.add(found(setting, data, table, spaces));
    for (String label : FURTHER) {
      data.rivals()
          .mean(label, spaces, Rivals.Figures::score)
          .ifPresent(value -> results.add(beside(setting, data, table, label, value)));
    }
    table.rows().forEach(row -> results.add(one(setting, data, row)));
    return results;
  }

  private static BenchResult against(
      BenchSetting setting, BenchResult row, String rival, OptionalDouble value) {
    return value.isPresent() ? setting.against(row, rival, value.getAsDouble()) : row;
  }

  private static BenchResult score(
      BenchSetting setting, SearchData data, ReplayTable table, List<String> spaces) {
    Estimate score = table.score(SearchData.SEED);
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, mean score over " + spaces.size() + " spaces",
            score,
            "at least 0.70",
            score.value() >= SCORE);
    OptionalDouble rival = data.rivals().mean(ANNEALING, spaces, Rivals.Figures::score);
    return against(setting, row, data.rivals().name(ANNEALING), rival);
  }

  private static BenchResult hindsight(
      BenchSetting setting, SearchData data, ReplayTable table, List<String> spaces) {
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, mean score, beside hindsight",
            table.score(SearchData.SEED),
            "",
            null);
    return against(
        setting,
        row,
        "best of all rivals on each space, chosen afterwards",
        data.rivals().bestInHindsight(spaces));
  }

  private static BenchResult reach(
      BenchSetting setting, SearchData data, ReplayTable table, List<String> spaces) {
    Estimate reached = table.reached(SearchData.SEED);
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, share of runs that reach the 95 % target in the budget",
            reached,
            "at least 0.97",
            reached.value() >= REACH);
    OptionalDouble rival = data.rivals().mean(ANNEALING, spaces, Rivals.Figures::reached);
    return against(setting, row, data.rivals().name(ANNEALING), rival);
  }

  private static BenchResult worst(BenchSetting setting, SearchData data, ReplayTable table) {
    Row worst = table.worst();
    Estimate estimate = new ReplayTable(List.of(worst)).score(SearchData.SEED);
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, score on the worst space, " + worst.space(),
            estimate,
            "at least 0",
            estimate.value() >= 0);
    return data.rivals()
        .best(worst.space())
        .map(
            best ->
                setting.against(row, data.rivals().name(best.getKey()), best.getValue().score()))
        .orElse(row);
  }

  private static BenchResult found(
      BenchSetting setting, SearchData data, ReplayTable table, List<String> spaces) {
    double found = table.mean(Row::found);
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, share of runs that find the optimum in the budget",
            new Estimate(found, found, found),
            "",
            null);
    OptionalDouble rival = data.rivals().mean(ANNEALING, spaces, Rivals.Figures::found);
    return against(setting, row, data.rivals().name(ANNEALING), rival);
  }

  private static BenchResult beside(
      BenchSetting setting, SearchData data, ReplayTable table, String label, double value) {
    String name = data.rivals().name(label);
    BenchResult row =
        SearchBench.row(
            setting,
            data,
            "cold start, mean score, beside " + name,
            table.score(SearchData.SEED),
            "",
            null);
    return setting.against(row, name, value);
  }

  private static BenchResult one(BenchSetting setting, SearchData data, Row row) {
    Estimate score = new ReplayTable(List.of(row)).score(SearchData.SEED);
    BenchResult result =
        SearchBench.row(setting, data, "cold start, score on " + row.space(), score, "", null);
    return data.rivals()
        .best(row.space())
        .map(
            best ->
                setting.against(
                    result,
                    "the best there, " + data.rivals().name(best.getKey()),
                    best.getValue().score()))
        .orElse(result);
  }
}
