package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.GoHistories.History;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.gates.statistics.change.Confirmation;
import dev.evolve.gates.statistics.change.Confirmation.Judgement;
import dev.evolve.gates.statistics.change.Confirmation.Outcome;
import dev.evolve.gates.statistics.change.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * One round of confirmation on each recorded day: how often it confirms where nothing changed, and
 * where the second side is slower; beside it the paired bound of the perf gate on the same nine
 * pairs, with the same floor and level.
 */
final class ConfirmationSection implements GatesSection {

  private static final Confirmation RULE = Confirmation.DEFAULT;
  private static final int SERIES = 60;
  private static final List<Double> STEPS = List.of(0.0, 0.05, 0.10);
  private static final String PAIRED = "paired bound on nine pairs";

  private final int series;

  ConfirmationSection() {
    this(SERIES);
  }

  ConfirmationSection(int series) {
    this.series = series;
  }

  @Override
  public String title() {
    return "history, confirmation";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<History> histories = GoHistories.draw(data, series, GatesData.SEED);
    List<BenchResult> rows = new ArrayList<>();
    for (double step : STEPS) {
      rows.add(row(setting, rounds(histories, step), step));
    }
    return rows;
  }

  private static List<Round> rounds(List<History> histories, double step) {
    SplittableRandom random = new SplittableRandom(GatesData.SEED);
    return histories.stream()
        .flatMap(history -> history.spare().stream())
        .map(day -> Round.of(day, step, random))
        .toList();
  }

  private static BenchResult row(BenchSetting setting, List<Round> rounds, double step) {
    Rate ours = Rate.share((int) rounds.stream().filter(Round::isConfirmed).count(), rounds.size());
    Rate paired =
        Rate.share((int) rounds.stream().filter(Round::isPairedSure).count(), rounds.size());
    BenchResult row =
        setting.result(
            GatesBench.NAME,
            String.format(
                Locale.ROOT,
                "history, confirmation: rounds confirmed at a step of %.0f %%",
                100 * step),
            ours.value(),
            ours.low(),
            ours.high(),
            "share",
            step == 0 ? "at most 0.01" : "",
            step == 0 ? ours.value() <= RULE.alpha() : null,
            rounds.size());
    return setting.against(row, PAIRED, paired.value());
  }

  /** The fresh runs of a round. */
  private record Round(double[] before, double[] after) {

    static Round of(double[] day, double step, SplittableRandom random) {
      double[] before = new double[RULE.pairs()];
      double[] after = new double[RULE.pairs()];
      for (int pair = 0; pair < before.length; pair++) {
        int first = random.nextInt(2);
        before[pair] = day[2 * pair + first];
        after[pair] = day[2 * pair + 1 - first] * (1 + step);
      }
      return new Round(before, after);
    }

    boolean isConfirmed() {
      Judgement look = judge(RULE.firstLook());
      return (look.outcome() == Outcome.MEASURE_MORE ? judge(RULE.pairs()) : look).outcome()
          == Outcome.CONFIRMED;
    }

    private Judgement judge(int pairs) {
      return RULE.judge(Arrays.copyOf(before, pairs), Arrays.copyOf(after, pairs), Direction.UP);
    }

    boolean isPairedSure() {
      PairedEffect effect = PairedEffect.of(before, after, RULE.alpha());
      return effect.low() > 1 && effect.ratio() >= 1 + RULE.floor();
    }
  }
}
