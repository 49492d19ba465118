package dev.evolve.app.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.measure.Arm;
import dev.evolve.measure.SoakObservation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Soaks as the page of a proposal draws them. */
class SoakCurvesTest {

  @Test
  void givesHoursAndMebibytesOfEachArm() {
    SoakObservation soak =
        new SoakObservation(
            Arm.CANDIDATE,
            1,
            5,
            SoakObservation.Status.ENDED_EARLY,
            "it ended",
            List.of(
                new SoakObservation.Sample(1800, 3 << 20, 1),
                new SoakObservation.Sample(3600, 6 << 20, 2)));

    SoakCurves.Curve curve = SoakCurves.of(List.of(soak)).curves().getFirst();

    assertThat(curve.arm()).isEqualTo("candidate");
    assertThat(curve.status()).isEqualTo("ended early");
    assertThat(curve.points()).containsExactly(List.of(0.5, 3.0), List.of(1.0, 6.0));
    assertThat(curve.caption())
        .isEqualTo("candidate: 3.0 MiB at first, 6.0 MiB after 1.00 h, ended early");
  }

  @Test
  void saysThatAnArmHasNoSample() {
    SoakObservation soak =
        new SoakObservation(
            Arm.BASELINE, 1, 5, SoakObservation.Status.BAD_OUTPUT, "no work", List.of());

    assertThat(SoakCurves.of(List.of(soak)).curves().getFirst().caption())
        .isEqualTo("baseline: no sample, bad output");
    assertThat(SoakCurves.of(List.of()).curves()).isEmpty();
  }
}
