package dev.evolve.gates.statistics.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.gates.statistics.change.Confirmation.Judgement;
import dev.evolve.gates.statistics.change.Confirmation.Outcome;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConfirmationTest {

  private static final Confirmation RULE = Confirmation.DEFAULT;

  @Test
  void confirmsAClearChangeAtTheFirstLook() {
    Judgement judgement = RULE.judge(runs(5, 100), runs(5, 105), Direction.UP);

    assertThat(judgement.outcome()).isEqualTo(Outcome.CONFIRMED);
    assertThat(judgement.pairs()).isEqualTo(5);
    assertThat(judgement.shift().low()).isGreaterThan(1);
  }

  @Test
  void refutesTheSameCommitAtTheFirstLook() {
    assertThat(RULE.judge(runs(5, 100), runs(5, 100), Direction.UP).outcome())
        .isEqualTo(Outcome.REFUTED);
  }

  @Test
  void refutesAChangeTheOtherWay() {
    assertThat(RULE.judge(runs(9, 100), runs(9, 110), Direction.DOWN).outcome())
        .isEqualTo(Outcome.REFUTED);
  }

  @Test
  void refutesAChangeThatIsSureButBelowTheFloor() {
    assertThat(RULE.judge(runs(9, 100), runs(9, 101.5), Direction.UP).outcome())
        .isEqualTo(Outcome.REFUTED);
  }

  @Test
  void asksForTheOtherPairsIfTheFirstLookIsNotClear() {
    double[] before = {100, 101, 99, 100, 106};
    double[] after = {105, 104, 106, 105, 104};

    assertThat(RULE.judge(before, after, Direction.UP).outcome()).isEqualTo(Outcome.MEASURE_MORE);
  }

  @Test
  void leavesUndecidedWhatNineNoisyPairsCannotTell() {
    double[] before = {80, 90, 100, 110, 120, 130, 85, 95, 105};
    double[] after = Arrays.stream(before).map(run -> 1.06 * run).toArray();

    assertThat(RULE.judge(before, after, Direction.UP).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void confirmsNothingMoreOftenThanItsLevelSaysUnderHeavyTails() {
    SplittableRandom random = new SplittableRandom(3);
    Confirmation withoutFloor = new Confirmation(1e-9, 0.01, 5, 9);
    int confirmed = 0;
    for (int i = 0; i < 5000; i++) {
      double[] before = heavy(random);
      double[] after = heavy(random);
      confirmed += isConfirmed(withoutFloor, before, after) ? 1 : 0;
    }

    assertThat(confirmed / 5000.0).isBetween(0.004, 0.0135);
  }

  private static boolean isConfirmed(Confirmation rule, double[] before, double[] after) {
    Outcome first =
        rule.judge(Arrays.copyOf(before, 5), Arrays.copyOf(after, 5), Direction.UP).outcome();
    Outcome last =
        first == Outcome.MEASURE_MORE ? rule.judge(before, after, Direction.UP).outcome() : first;
    return last == Outcome.CONFIRMED;
  }

  private static double[] heavy(SplittableRandom random) {
    double[] values = new double[9];
    Arrays.setAll(
        values, i -> Math.exp(0.1 * random.nextGaussian() / Math.sqrt(random.nextDouble())));
    return values;
  }

  private static double[] runs(int count, double level) {
    double[] runs = new double[count];
    Arrays.setAll(runs, i -> level * (1 + 0.001 * (i % 4)));
    return runs;
  }

  @Test
  void refusesRunsThatAreNoRound() {
    assertThatThrownBy(() -> RULE.judge(runs(6, 1), runs(6, 1), Direction.UP))
        .hasMessageContaining("wanted 5 or 9 runs of each commit, found 6 and 6");
    assertThatThrownBy(() -> new Confirmation(0.02, 0.01, 9, 5)).hasMessageContaining("first look");
  }
}
