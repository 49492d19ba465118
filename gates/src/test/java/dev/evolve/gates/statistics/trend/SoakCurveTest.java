package dev.evolve.gates.statistics.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What keeps a curve from being judged, and the line under all. */
class SoakCurveTest {

  @Test
  void acceptsAnEvenCurve() {
    assertThat(changed(columns -> {}).problem(64)).isEmpty();
  }

  @Test
  void refusesTooFewSamples() {
    assertThat(changed(columns -> {}).problem(101).orElseThrow()).contains("100 samples");
  }

  @Test
  void refusesColumnsOfUnequalLength() {
    assertThat(new SoakCurve(new double[2], new double[1], new double[2]).problem(1)).isPresent();
  }

  @Test
  void refusesWhatIsNoNumberOrNoMemory() {
    assertThat(changed(columns -> columns[1][7] = Double.NaN).problem(64)).isPresent();
    assertThat(changed(columns -> columns[1][7] = 0).problem(64)).isPresent();
    assertThat(changed(columns -> columns[1][7] = Double.POSITIVE_INFINITY).problem(64))
        .isPresent();
    assertThat(changed(columns -> columns[0][7] = Double.NaN).problem(64)).isPresent();
    assertThat(changed(columns -> columns[2][7] = Double.NaN).problem(64)).isPresent();
  }

  @Test
  void refusesTimesThatRepeatOrFall() {
    assertThat(changed(columns -> columns[0][7] = columns[0][6]).problem(64).orElseThrow())
        .contains("rising times");
    assertThat(changed(columns -> columns[0][7] = 1).problem(64)).isPresent();
  }

  @Test
  void refusesAGap() {
    assertThat(
            changed(
                    columns -> {
                      for (int i = 50; i < 100; i++) {
                        columns[0][i] += 200;
                      }
                    })
                .problem(64)
                .orElseThrow())
        .contains("a gap");
  }

  @Test
  void refusesWorkThatFallsOrStandsStill() {
    assertThat(changed(columns -> columns[2][9] = 1).problem(64).orElseThrow())
        .contains("work falls");
    assertThat(changed(columns -> Arrays.fill(columns[2], 80, 100, 80)).problem(64).orElseThrow())
        .contains("no work was done");
  }

  @Test
  void drawsALineThatOutliersDoNotBend() {
    double[] x = {1, 2, 3, 4, 5, 6, 7, 8};
    double[] y = {2, 4, 6, 8, 1000, 12, 14, -500};
    assertThat(TheilSen.slope(x, y)).isCloseTo(2, within(1e-12));
  }

  @Test
  void leavesPairsAcrossAStepOut() {
    double[] x = {1, 2, 3, 4, 5, 6};
    double[] y = {1, 1, 1, 9, 9, 9};
    assertThat(TheilSen.slope(x, y, 0, 6, 3)).isZero();
    assertThat(TheilSen.slope(x, y)).isPositive();
  }

  /** 100 samples, 10 s apart, after {@code change} to times, memory and work. */
  private static SoakCurve changed(Consumer<double[][]> change) {
    double[][] columns = new double[3][100];
    for (int i = 0; i < 100; i++) {
      columns[0][i] = 10.0 * i;
      columns[1][i] = 500;
      columns[2][i] = i;
    }
    change.accept(columns);
    return new SoakCurve(columns[0], columns[1], columns[2]);
  }
}
