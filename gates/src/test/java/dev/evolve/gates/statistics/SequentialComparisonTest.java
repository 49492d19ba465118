package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.SequentialComparison.Next;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When a comparison stops, and with what. */
class SequentialComparisonTest {

  private static final SequentialComparison COMPARISON =
      new SequentialComparison(new Claim.NotWorse(0.02), GroupSequentialDesign.upTo(60, 0.0075));

  private static final int FIRST = COMPARISON.design().looks().getFirst();

  @Test
  void stopsAtTheFirstLookWhenTheAnswerIsPlain() {
    assertThat(COMPARISON.next(noise(FIRST, 0.2, 0.005))).isEqualTo(Next.DECIDED);
    assertThat(COMPARISON.standing(noise(FIRST, 0.2, 0.005))).isEqualTo(Standing.REFUTED);
    assertThat(COMPARISON.standing(noise(FIRST, 0, 0.002))).isEqualTo(Standing.HELD);
  }

  @Test
  void doesNotLookBetweenItsLooks() {
    int between = FIRST + 1;

    assertThat(COMPARISON.design().level(between)).isEmpty();
    assertThat(COMPARISON.standing(noise(between, 0.2, 0.005))).isEqualTo(Standing.OPEN);
    assertThat(COMPARISON.next(noise(between, 0.2, 0.005))).isEqualTo(Next.GO_ON);
  }

  @Test
  void givesUpWhenTheBudgetCannotBringAnAnswer() {
    int look = COMPARISON.design().looks().stream().filter(n -> n >= 20).findFirst().orElseThrow();

    assertThat(COMPARISON.next(noise(look, 0, 0.5))).isEqualTo(Next.HOPELESS);
  }

  @Test
  void goesOnWhileTheAnswerIsNear() {
    int look = COMPARISON.design().looks().get(2);

    assertThat(COMPARISON.next(noise(look, 0.05, 0.08))).isEqualTo(Next.GO_ON);
  }

  @Test
  void saysHowManyPairsItWouldTake() {
    long few = COMPARISON.pairsForAnAnswer(noise(60, 0.10, 0.10));
    long many = COMPARISON.pairsForAnAnswer(noise(60, 0, 0.10));

    // (2.78 + 0.84)^2 * (0.1 / 0.1)^2 = 13, and with the floor of 2 % as the distance 25 times
    // that.
    assertThat(few).isBetween(8L, 30L);
    assertThat(many).isGreaterThan(150L);
  }

  @Test
  void endsAtItsBudget() {
    assertThat(COMPARISON.next(noise(60, 0.01, 0.1))).isEqualTo(Next.BUDGET_USED);
  }

  @Test
  void tellsTheEffectThatItWillFind() {
    GroupSequentialDesign design = GroupSequentialDesign.fixed(16, 0.0075);
    double quiet = DetectableEffect.worsening(noise(40, 0, 0.005), 0.02, design);
    double loud = DetectableEffect.worsening(noise(40, 0, 0.10), 0.02, design);

    // The floor alone decides where there is next to no noise.
    assertThat(quiet).isBetween(0.02, 0.03);
    // (2.43 + 0.84) * 0.1 / sqrt(16) = 8 %, more since the level is exact and the sample small.
    assertThat(loud).isBetween(0.06, 0.13);
  }

  /** Each value with its mirror image, so that the centre is exact. */
  private static double[] noise(int count, double centre, double deviation) {
    SplittableRandom random = new SplittableRandom(5);
    double[] values = new double[count];
    double last = 0;
    for (int i = 0; i < count; i++) {
      last = i % 2 == 0 ? random.nextGaussian() : -last;
      values[i] = centre + deviation * last;
    }
    return values;
  }
}
