package dev.evolve.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PictureTest {

  @Test
  void drawsACurveInALineAndClampsWhatLiesOutside() {
    assertThat(Picture.line(new double[] {-3, 0, 0.5, 0.99, 1, 7}, 6)).isEqualTo("▁▁▅███");
    assertThat(Picture.line(new double[] {0, 1, 0, 1}, 2)).isEqualTo("▅▅");
  }

  @Test
  void drawsTwoCurvesOverEachOther() {
    String plot = Picture.plot(new double[] {4, 2, 1}, new double[] {4, 4, 3}, 3, 4);

    assertThat(plot.lines())
        .containsExactly(
            "     4.000 │█·",
            "           │  ·",
            "           │ █",
            "     1.000 │  █",
            "           └───");
  }
}
