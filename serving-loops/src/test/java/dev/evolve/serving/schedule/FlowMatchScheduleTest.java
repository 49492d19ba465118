package dev.evolve.serving.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowMatchScheduleTest {

  @ParameterizedTest
  @CsvSource({"1,1", "2,3", "4,1", "8,5", "50,3", "50,0.5", "1000,12"})
  void fallsStrictlyFromOneToZeroInOneMoreLevelThanSteps(int steps, double shift) {
    FlowMatchSchedule schedule = FlowMatchSchedule.shifted(steps, shift);
    assertThat(schedule.sigmas()).hasSize(steps + 1).first().isEqualTo(1.0);
    assertThat(schedule.sigmas()).last().isEqualTo(0.0);
    for (int i = 0; i < steps; i++) {
      assertThat(schedule.sigma(i + 1)).isLessThan(schedule.sigma(i));
    }
    assertThat(schedule.steps()).isEqualTo(steps);
  }

  @Test
  void shiftSpendsMoreStepsAtHighNoise() {
    assertThat(FlowMatchSchedule.shifted(4, 1).sigmas()).containsExactly(1.0, 0.75, 0.5, 0.25, 0.0);
    assertThat(FlowMatchSchedule.shifted(4, 3).sigma(2)).isEqualTo(0.75, within(1e-12));
    assertThat(FlowMatchSchedule.shifted(4, 3).timestep(2)).isEqualTo(750, within(1e-9));
  }

  @Test
  void distilledLevelsPassThroughAsTheyAre() {
    assertThat(FlowMatchSchedule.distilled(0.9, 0.7, 0.2, 0.0).sigmas())
        .containsExactly(0.9, 0.7, 0.2, 0.0);
  }

  @Test
  void refusesLevelsThatAreNoTrajectory() {
    for (List<Double> wrong :
        List.of(
            List.of(0.0),
            List.of(1.0, 0.5),
            List.of(1.0, 0.5, 0.5, 0.0),
            List.of(1.2, 0.0),
            List.of(Double.NaN, 0.0),
            List.of(1.0, Double.NaN, 0.0))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new FlowMatchSchedule(wrong))
          .withMessageContaining("sigmas must fall strictly")
          .withMessageContaining(wrong.toString());
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlowMatchSchedule.shifted(0, 1))
        .withMessageContaining("at least 1 step");
    assertThatIllegalArgumentException().isThrownBy(() -> FlowMatchSchedule.shifted(4, 0));
  }
}
