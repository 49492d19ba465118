package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule.Answer;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.SequentialComparison;
import java.util.ArrayList;
import java.util.List;

/** A true slowdown: how often it is found. */
final class PowerSection implements GatesSection {

  private static final int BUDGET = 60;

  @Override
  public String title() {
    return "power: true slowdowns that are found";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    for (Layouts layout : Layouts.recorded(data)) {
      double goal = layout.source() instanceof GpuSeries ? 0.99 : 0.90;
      boolean held = !(layout.source() instanceof JmhSeries);
      rows.addAll(rows(setting, data, layout, 0.05, held ? goal : Double.NaN));
    }
    rows.addAll(rows(setting, data, Layouts.noisy(), 0.10, 0.50));
    rows.addAll(adaptive(setting, data));
    return rows;
  }

  private static List<BenchResult> rows(
      BenchSetting setting, GatesData data, Layouts layout, double effect, double goal) {
    List<PairDraw> draws = layout.draws(data).stream().map(draw -> draw.slowed(effect)).toList();
    String name = "+" + Math.round(100 * effect) + " % on " + layout.name();
    Share ours = SameProgramSection.share(draws, OurRule::regressed);
    List<BenchResult> rows = new ArrayList<>();
    rows.add(
        Double.isNaN(goal)
            ? ours.row(setting, name + ": found")
            : ours.atLeast(setting, name + ": found", goal));
    for (TwoSampleRule rule : TwoSampleRule.all()) {
      rows.add(
          SameProgramSection.share(
                  draws, draw -> SameProgramSection.says(rule, draw, Answer.REGRESSED))
              .row(setting, name + ": found by " + rule.name()));
    }
    return rows;
  }

  private static List<BenchResult> adaptive(BenchSetting setting, GatesData data) {
    Layouts layout = new Layouts(new NoisySeries(0.10), BUDGET, GatesData.SEED + 5);
    List<PairDraw> draws = layout.draws(data);
    SequentialComparison comparison =
        new SequentialComparison(
            OurRule.NOT_WORSE, GroupSequentialDesign.upTo(BUDGET, OurRule.ALPHA));
    String name = layout.source().name() + ", up to " + BUDGET + " pairs: ";
    List<PairDraw> slower = draws.stream().map(draw -> draw.slowed(0.10)).toList();
    List<PairDraw> faster =
        draws.stream().map(d -> new PairDraw(d.candidate(), d.baseline())).toList();
    return List.of(
        found(slower, comparison).atLeast(setting, name + "+10 % found", 0.90),
        found(draws, comparison).atMost(setting, name + "A/A called worse", 0.01),
        found(faster, comparison).atMost(setting, name + "A/A called better", 0.01));
  }

  private static Share found(List<PairDraw> draws, SequentialComparison comparison) {
    return SameProgramSection.share(draws, draw -> AdaptiveRun.of(draw, comparison).isRefuted());
  }
}
