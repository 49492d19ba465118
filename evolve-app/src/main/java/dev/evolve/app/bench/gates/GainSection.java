package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.gates.statistics.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * "At least 10 % faster": who is accepted at which true gain, and what becomes of the best of many
 * identical candidates that was chosen by noisy screenings.
 */
final class GainSection implements GatesSection {

  private static final String POINT = "point estimate of the medians";
  private static final int IDENTICAL = 50;
  private static final int SCREENING_RUNS = 3;
  private static final int FRESH_PAIRS = 20;
  private static final double WANTED = 0.10;

  @Override
  public String title() {
    return "accept: at least 10 % faster at true gains, and the best of identical candidates";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    List<Layouts> layouts = new ArrayList<>(Layouts.recorded(data));
    layouts.add(Layouts.noisy());
    for (Layouts layout : layouts) {
      boolean promised =
          layout.source() instanceof GoSeries || layout.source() instanceof GpuSeries;
      rows.add(row(setting, data, layout, 0.05).atMost());
      Row large = row(setting, data, layout, 0.15);
      rows.add(promised ? large.atLeast() : large.plain());
    }
    rows.add(best(setting, data));
    return rows;
  }

  private static Row row(BenchSetting setting, GatesData data, Layouts layout, double gain) {
    List<PairDraw> draws = layout.draws(data).stream().map(draw -> draw.slowed(-gain)).toList();
    return new Row(
        setting,
        "true gain " + Math.round(100 * gain) + " % on " + layout.name() + ": accepted",
        SameProgramSection.share(draws, OurRule::gained),
        SameProgramSection.share(draws, GainSection::byPoint).value());
  }

  private static boolean byPoint(PairDraw draw) {
    return Spread.median(draw.candidate()) <= (1 - WANTED) * Spread.median(draw.baseline());
  }

  private static BenchResult best(BenchSetting setting, GatesData data) {
    NoisySeries machine = new NoisySeries(0.10);
    SplittableRandom random = new SplittableRandom(GatesData.SEED + 6);
    int accepted = 0;
    int claimed = 0;
    for (int search = 0; search < data.pairs(); search++) {
      claimed += claimsTheGain(machine, random) ? 1 : 0;
      accepted += OurRule.gained(machine.draw(FRESH_PAIRS, random)) ? 1 : 0;
    }
    String metric =
        "best of %d identical candidates at 10 %% noise, after %d fresh pairs: accepted"
            .formatted(IDENTICAL, FRESH_PAIRS);
    return setting.against(
        new Share(accepted, data.pairs()).atMost(setting, metric, 0.01),
        POINT + " of the screening",
        100.0 * claimed / data.pairs());
  }

  /** The best of many medians of few runs against the baseline's median of as many. */
  private static boolean claimsTheGain(NoisySeries machine, SplittableRandom random) {
    double baseline = median(machine, random);
    double best = Double.POSITIVE_INFINITY;
    for (int candidate = 0; candidate < IDENTICAL; candidate++) {
      best = Math.min(best, median(machine, random));
    }
    return best <= (1 - WANTED) * baseline;
  }

  private static double median(NoisySeries machine, SplittableRandom random) {
    double[] runs = new double[SCREENING_RUNS];
    Arrays.setAll(runs, i -> machine.noise(random));
    return Spread.median(runs);
  }

  /** A row beside what the point estimate accepts. */
  private record Row(BenchSetting setting, String metric, Share ours, double rival) {

    BenchResult atMost() {
      return beside(ours.atMost(setting, metric, 0.005));
    }

    BenchResult atLeast() {
      return beside(ours.atLeast(setting, metric, 0.95));
    }

    BenchResult plain() {
      return beside(ours.row(setting, metric));
    }

    private BenchResult beside(BenchResult row) {
      return setting.against(row, POINT, 100 * rival);
    }
  }
}
