package dev.evolve.search.explain;

import dev.evolve.search.explain.TradeOffs.Candidate;
import dev.evolve.search.explain.TradeOffs.Volume;
import dev.evolve.search.explain.TradeOffs.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tables of trade-offs, the same for every rendering. */
final class TradeOffTables {

  private static final int MOST_MEMBERS = 30;
  private static final int MOST_VOLUMES = 12;

  private final TradeOffs tradeOffs;

  private TradeOffTables(TradeOffs tradeOffs) {
    this.tradeOffs = tradeOffs;
  }

  static List<ReportTable> of(TradeOffs tradeOffs) {
    TradeOffTables tables = new TradeOffTables(tradeOffs);
    return List.of(tables.front(), tables.volumes());
  }

  private ReportTable front() {
    List<String> header = new ArrayList<>(List.of("evaluation"));
    tradeOffs.metrics().forEach(metric -> header.add(metric.heading()));
    header.addAll(List.of("score", "configuration"));
    List<List<String>> rows = new ArrayList<>();
    tradeOffs.front().stream().limit(MOST_MEMBERS).forEach(one -> rows.add(row(one)));
    if (!rows.isEmpty()) {
      rows.add(baseline());
    }
    return new ReportTable("The front: what none beats in everything", explanation(), header, rows);
  }

  private String explanation() {
    int size = tradeOffs.front().size();
    return "The score is the product of the metrics' ratios to the baseline, each to the power of its"
        + " share of the weights, and of what soft limits add: "
        + tradeOffs.metrics().stream()
            .filter(metric -> metric.weight() > 0)
            .map(metric -> metric.name() + " " + Numbers.percent(metric.weight()))
            .collect(Collectors.joining(", "))
        + ". Best score first"
        + (size > MOST_MEMBERS ? "; " + MOST_MEMBERS + " of " + size + " are shown." : ".");
  }

  private List<String> row(Candidate one) {
    boolean isBest = one.equals(tradeOffs.best());
    return row(
        one.evaluation() + (isBest ? " (best)" : ""),
        one.values(),
        Numbers.brief(one.score()),
        one.configuration().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" ")));
  }

  private List<String> baseline() {
    return row("baseline", tradeOffs.baseline(), "1", "what all are held against");
  }

  private List<String> row(
      String name, Map<String, Double> values, String score, String configuration) {
    List<String> row = new ArrayList<>(List.of(name));
    for (Wanted metric : tradeOffs.metrics()) {
      row.add(Numbers.brief(values.getOrDefault(metric.name(), Double.NaN)));
    }
    row.addAll(List.of(score, configuration));
    return row;
  }

  private ReportTable volumes() {
    List<Volume> volumes = tradeOffs.volumes();
    int every = Math.max(1, Math.ceilDiv(volumes.size(), MOST_VOLUMES));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < volumes.size(); i++) {
      if (i % every == 0 || i == volumes.size() - 1) {
        Volume volume = volumes.get(i);
        rows.add(List.of(Integer.toString(volume.evaluation()), Numbers.percent(volume.share())));
      }
    }
    return new ReportTable(
        "How the front grew",
        "Hypervolume: the share of the box between the best and the worst accepted value of every"
            + " metric (logarithmic, and a tenth wider) in which something on the front is at least as good.",
        List.of("after evaluation", "hypervolume"),
        rows);
  }
}
