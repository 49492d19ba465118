package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.explain.KnobEffects.PairEffect;
import dev.evolve.search.explain.KnobEffects.ValueEffect;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnobEffectsTest {

  private static final Space SPACE =
      Searches.product(
          new Parameter.Bool("fast"),
          Searches.ordinal("tile", 4),
          new Parameter.Categorical("mode", List.of("a", "b", "c")),
          Searches.ordinal("idle", 6));

  private static double additive(Point point) {
    return 1 - 0.5 * point.place(0) + 0.1 * point.place(1);
  }

  private static ValueEffect of(KnobEffects effects, String parameter, String value) {
    return effects.values().stream()
        .filter(effect -> effect.parameter().equals(parameter) && effect.value().equals(value))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void findsTheEffectOfEachValue() {
    KnobEffects effects =
        KnobEffects.of(
            Searches.told(SPACE, 80, 1, point -> Measured.exactly(Math.exp(additive(point))))
                .history());

    assertThat(effects.scale()).isEqualTo(Scale.LOG);
    assertThat(of(effects, "fast", "true").effect()).isCloseTo(-0.25, within(0.01));
    assertThat(of(effects, "fast", "false").effect()).isCloseTo(0.25, within(0.01));
    assertThat(of(effects, "tile", "1").effect()).isCloseTo(-0.15, within(0.01));
    assertThat(of(effects, "idle", "3").effect()).isCloseTo(0, within(0.01));
    assertThat(effects.mean()).isCloseTo(0.9, within(0.02));
  }

  @Test
  void doesNotCreditAValueWithTheCompanyItKeeps() {
    Search search = new Search(SPACE, Strategies.create("random"), 1);
    SplittableRandom random = new SplittableRandom(3);
    while (search.history().trials().size() < 70) {
      Point point = SPACE.draw(random).orElseThrow();
      boolean isOfAKind = (point.place(0) == 1) == (point.place(3) == 5);
      if (!search.history().isKnown(point) && (isOfAKind || random.nextInt(8) == 0)) {
        double value = Math.exp(additive(point) + 0.02 * (random.nextDouble() - 0.5));
        search.tell(new Trial(point, Measured.exactly(value), Cost.NONE, "biased"));
      }
    }
    ValueEffect companion = of(KnobEffects.of(search.history()), "idle", "6");

    assertThat(Math.abs(companion.effect())).isLessThan(0.02);
    assertThat(Math.abs(companion.effect())).isLessThan(4 * companion.standardError());
  }

  @Test
  void findsTheEffectOfAPairBeyondItsValues() {
    KnobEffects effects =
        KnobEffects.of(
            Searches.told(
                    SPACE,
                    140,
                    1,
                    point ->
                        Measured.exactly(
                            Math.exp(
                                additive(point)
                                    + (point.place(0) == 1 && point.place(2) == 1 ? 1 : 0))))
                .history());
    PairEffect strongest = effects.pairs().getFirst();

    assertThat(List.of(strongest.first(), strongest.second())).containsExactly("fast", "mode");
    assertThat(strongest.secondValue()).isEqualTo("b");
    double all = 0;
    double off = 0;
    for (Point point : SPACE.listed().orElseThrow().points()) {
      double truth = additive(point) + (point.place(0) == 1 && point.place(2) == 1 ? 1 : 0);
      off += Math.pow(effects.predict(SPACE, point) - truth, 2);
      all += Math.pow(truth - 1, 2);
    }
    assertThat(off / all).isLessThan(0.05);
  }

  @Test
  void predictsAnotherSpaceByNamesAndTexts() {
    KnobEffects effects =
        KnobEffects.of(
            Searches.told(SPACE, 80, 1, point -> Measured.exactly(Math.exp(additive(point))))
                .history());
    Space other =
        Searches.product(
            new Parameter.Categorical("tile", List.of("9", "3")), new Parameter.Bool("fast"));

    assertThat(effects.predict(other, Point.of(1, 1))).isCloseTo(0.9 + 0.05 - 0.25, within(0.03));
    assertThat(effects.predict(other, Point.of(0, 1))).isCloseTo(0.9 - 0.25, within(0.03));
  }

  @Test
  void saysNothingOfOneTrial() {
    KnobEffects one =
        KnobEffects.of(Searches.told(SPACE, 1, 1, point -> Measured.exactly(2)).history());

    assertThat(one.values()).isEmpty();
    assertThat(one.mean()).isEqualTo(Math.log(2));
    assertThat(KnobEffects.of(SPACE, List.of()).trials()).isZero();
  }
}
