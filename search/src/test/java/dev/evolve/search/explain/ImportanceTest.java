package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Search;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportanceTest {

  private static final int SEEDS = 2;

  private static final Space FOUR =
      Searches.product(
          new Parameter.Bool("strong"),
          Searches.ordinal("weak", 4),
          new Parameter.Categorical("partner", List.of("a", "b", "c", "d")),
          Searches.ordinal("idle", 8));

  /** log y = 2 s + w + s p: exact shares follow from the table of all points. */
  private static Outcome outcome(Point point) {
    double strong = point.place(0) == 0 ? -1 : 1;
    double weak = point.place(1) < 2 ? -1 : 1;
    double partner = point.place(2) % 2 == 0 ? -1 : 1;
    return Measured.exactly(Math.exp(2 * strong + weak + strong * partner));
  }

  @Test
  void findsTheSobolIndicesOfAKnownFunction() {
    Importance found =
        Importance.of(Searches.told(FOUR, 150, 3, ImportanceTest::outcome).history(), 1);

    assertThat(found.scale()).isEqualTo(Scale.LOG);
    assertThat(found.explained()).isGreaterThan(0.95);
    assertThat(of(found, "strong").alone().estimate()).isCloseTo(4.0 / 6, within(0.05));
    assertThat(of(found, "weak").alone().estimate()).isCloseTo(1.0 / 6, within(0.05));
    assertThat(of(found, "partner").alone().estimate()).isLessThan(0.03);
    assertThat(of(found, "strong").product().estimate()).isCloseTo(4.0 / 6, within(0.05));
    assertThat(of(found, "strong").permuted().estimate()).isCloseTo(5.0 / 6, within(0.1));
    assertThat(of(found, "partner").permuted().estimate()).isCloseTo(1.0 / 6, within(0.1));
    assertThat(of(found, "idle").permuted().estimate()).isLessThan(0.02);
    Interaction strongest = found.interactions().getFirst();
    assertThat(List.of(strongest.first(), strongest.second())).containsExactly("strong", "partner");
    assertThat(strongest.share().estimate()).isCloseTo(1.0 / 6, within(0.05));
    assertThat(strongest.product().estimate()).isCloseTo(1.0 / 6, within(0.05));
    assertThat(strongest.share().isAbove(found.interactions().get(1).share().high())).isTrue();
  }

  @Test
  void ordersTheParametersBySharesOverTheFeasiblePoints() {
    Importance found =
        Importance.of(Searches.told(FOUR, 60, 4, ImportanceTest::outcome).history(), 1);

    assertThat(found.parameters())
        .extracting(ParameterImportance::parameter)
        .startsWith("strong", "weak");
    assertThat(found.measure()).isEqualTo("all 256 feasible points");
  }

  @Test
  void leavesWhatTheTrialsDoNotDetermineUnexplained() {
    Space space = FOUR;
    Importance noise =
        Importance.of(
            Searches.told(
                    space,
                    100,
                    5,
                    point -> Measured.exactly(1 + (point.hashCode() * 2654435761L >>> 8) % 97))
                .history(),
            1);

    assertThat(noise.explained()).isLessThan(0.2);
    assertThat(noise.parameters())
        .allSatisfy(parameter -> assertThat(parameter.alone().estimate()).isLessThan(0.2));
    assertThat(noise.notes()).anyMatch(note -> note.contains("poorly"));
  }

  @Test
  void saysWhatIsMissingWhenTrialsAreFew() {
    Importance few = Importance.of(Searches.told(FOUR, 5, 3, ImportanceTest::outcome).history(), 1);

    assertThat(few.parameters()).isEmpty();
    assertThat(few.notes())
        .containsExactly("Importance needs at least 20 measured points; there are 5.");
  }

  @Test
  void isTheSameForTheSameTrialsAndSeed() {
    Search search = Searches.told(FOUR, 80, 6, ImportanceTest::outcome);

    assertThat(Importance.of(search.history(), 9)).isEqualTo(Importance.of(search.history(), 9));
    assertThat(Importance.of(search.history(), 9)).isNotEqualTo(Importance.of(search.history(), 8));
  }

  @Test
  void findsTheItemWhosePositionMatters() {
    Parameter passes = new Parameter.Permutation("passes", List.of("inline", "unroll", "fuse"));
    Space space = Searches.product(passes, Searches.ordinal("depth", 8));
    Importance found =
        Importance.of(
            Searches.told(
                    space,
                    40,
                    1,
                    point -> {
                      int[] order = ((Parameter.Permutation) passes).order(point.place(0));
                      return Measured.exactly(order[0] == 1 ? 1 : 3);
                    })
                .history(),
            1);

    assertThat(found.parameters().getFirst().parameter()).isEqualTo("passes[unroll]");
  }

  /** 200 random trials against the decomposition of the whole measured table. */
  @ParameterizedTest
  @ValueSource(
      strings = {"hub/convolution_milo/A100.json.gz", "hub/convolution_milo/A4000.json.gz"})
  void agreesWithTheTruthOfAMeasuredSpace(String file) throws IOException {
    MeasuredSpace measured = Searches.measured(file);
    List<Point> ran = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int row = 0; row < measured.size(); row++) {
      if (!Double.isNaN(measured.value(row))) {
        ran.add(measured.at(row));
        values.add(Math.log(measured.value(row)));
      }
    }
    List<Feature> features = Feature.of(measured.space());
    int[] sizes = features.stream().mapToInt(Feature::cells).toArray();
    Decomposition truth =
        new FeasibleAnova(sizes, Table.cells(features, ran), false)
            .of(values.stream().mapToDouble(Double::doubleValue).toArray(), new int[0]);

    double[] exact = IntStream.range(0, sizes.length).mapToDouble(truth::share).toArray();
    double agreement = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Importance found = Importance.of(Searches.random(measured, 200, seed), 1);
      double[] estimated =
          features.stream()
              .mapToDouble(feature -> of(found, feature.name()).alone().estimate())
              .toArray();
      agreement += new SpearmansCorrelation().correlation(exact, estimated) / SEEDS;
      for (int i = 0; i < exact.length; i++) {
        assertThat(estimated[i]).isCloseTo(exact[i], within(0.15));
      }
    }
    assertThat(agreement).isGreaterThan(0.7);
  }

  private static ParameterImportance of(Importance importance, String name) {
    return importance.parameters().stream()
        .filter(parameter -> parameter.parameter().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
