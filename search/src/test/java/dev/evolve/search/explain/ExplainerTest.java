package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Search;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainerTest {

  private static final Space SPACE =
      Searches.product(
          new Parameter.Bool("fast"),
          Searches.ordinal("tile", 6),
          new Parameter.Categorical("mode", List.of("a", "b", "c")));

  private static Interval predicted(PointExplanation explanation) {
    return java.util.Objects.requireNonNull(explanation.predicted());
  }

  private static Outcome outcome(Point point) {
    return point.place(2) == 2 && point.place(1) > 3
        ? new Outcome.Failed(Outcome.Reason.BUILD, "no registers left")
        : Measured.exactly(10 * Math.exp(-0.7 * point.place(0) + 0.1 * point.place(1)));
  }

  @Test
  void saysWhatHelpsAndWhatHurtsAgainstTheBest() {
    Search search = Searches.told(SPACE, 30, 1, ExplainerTest::outcome);
    Point best = search.history().best().orElseThrow().point();
    Point worse = best.with(0, 0).with(1, 5);
    PointExplanation explanation = Explainer.of(search.history(), 1).explain(worse);

    assertThat(explanation.changes())
        .extracting(PointExplanation.Change::parameter)
        .containsExactly("tile", "fast");
    double product =
        explanation.changes().stream()
            .mapToDouble(PointExplanation.Change::effect)
            .reduce(1, (one, other) -> one * other);
    PointExplanation ofBest = Explainer.of(search.history(), 1).explain(best);
    assertThat(product)
        .isCloseTo(predicted(explanation).estimate() / predicted(ofBest).estimate(), within(1e-9));
    assertThat(explanation.sentence()).contains("hurts: fast false instead of true (+");
    assertThat(ofBest.changes()).isEmpty();
  }

  @Test
  void warnsOfFailure() {
    Explainer explainer =
        Explainer.of(Searches.told(SPACE, 34, 1, ExplainerTest::outcome).history(), 1);

    assertThat(explainer.explain(Point.of(1, 5, 2)).failing()).isGreaterThan(0.5);
    assertThat(explainer.explain(Point.of(1, 0, 0)).failing()).isLessThan(0.1);
    assertThat(explainer.explain(Point.of(1, 5, 2)).sentence())
        .contains("fails with a probability");
  }

  @Test
  void namesTheNearestKnownPointsAndWhatWasNeverTried() {
    Search search = Searches.told(SPACE, 0, 1, ExplainerTest::outcome);
    Searches.tell(search, "given", 5, 0, 0, 0);
    Searches.tell(search, "given", 7, 0, 1, 0);
    Searches.tell(search, "given", 9, 1, 5, 2);
    PointExplanation explanation = Explainer.of(search.history(), 1).explain(Point.of(0, 2, 0));

    assertThat(explanation.predicted()).isNull();
    assertThat(explanation.nearest().getFirst().differs())
        .containsExactly(java.util.Map.entry("tile", "2"));
    assertThat(explanation.differing()).isEqualTo(1);
    assertThat(explanation.untried()).containsExactly("tile = 3");
    assertThat(explanation.sentence())
        .isEqualTo(
            "Too few trials for a prediction. The nearest known point has tile = 2 and gave 7."
                + " Never tried before: tile = 3.");
  }

  @Test
  void putsNewValuesInsideItsIntervalsAboutAsOftenAsItSays() {
    Space space =
        Searches.product(
            Searches.ordinal("a", 12), Searches.ordinal("b", 12), Searches.ordinal("c", 4));
    Search search = Searches.told(space, 250, 1, ExplainerTest::noisy);
    Explainer explainer = Explainer.of(search.history(), 1);
    List<Point> unseen =
        space.listed().orElseThrow().points().stream()
            .filter(point -> !search.history().isKnown(point))
            .limit(200)
            .toList();
    long inside =
        unseen.stream()
            .filter(
                point -> {
                  Interval predicted = predicted(explainer.explain(point));
                  double value = ((Measured) noisy(point)).value();
                  return value >= predicted.low() && value <= predicted.high();
                })
            .count();

    assertThat(inside / (double) unseen.size()).isBetween(0.8, 0.99);
  }

  private static Outcome noisy(Point point) {
    double noise = (point.hashCode() * 0x9E3779B9 >>> 8) / (double) (1 << 24) - 0.5;
    return Measured.exactly(Math.exp(0.1 * point.place(0) - 0.05 * point.place(1) + 0.3 * noise));
  }

  @Test
  void sharesADifferenceAmongManyParametersSoThatItAddsUp() {
    long[] from = new long[12];
    long[] to = new long[12];
    java.util.Arrays.fill(to, 1);
    List<Integer> differing = java.util.stream.IntStream.range(0, 12).boxed().toList();
    java.util.function.ToDoubleFunction<Point> function =
        point -> point.place(0) * 2 + point.place(1) * point.place(2) + point.place(11) * 0.5;

    double[] shares = Attribution.of(function, Point.of(from), Point.of(to), differing, 1);
    double[] few = Attribution.of(function, Point.of(from), Point.of(to), List.of(0, 1, 2), 1);

    assertThat(java.util.Arrays.stream(shares).sum()).isCloseTo(3.5, within(1e-9));
    assertThat(shares[0]).isCloseTo(2, within(1e-9));
    assertThat(few).containsExactly(new double[] {2, 0.5, 0.5}, within(1e-9));
  }
}
